import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { previewRefund, type Refund, type RefundPreview, refundPurchase } from '../contract.ts'
import { RefundDialog } from './refund-dialog.tsx'

const paid = minorUnits(11_880)

const preview: RefundPreview = {
  reference: 'fw-2026-000042',
  packageTitle: 'MY FUTURE WEEK',
  currency: 'GBP',
  total: paid,
  refunded: minorUnits(0),
  remainder: paid,
  isDisputed: false,
  upcomingSessions: 1,
  refunds: [],
  hasAccess: true,
  blocker: null,
  meaning: null,
}

function previewOf(amount: number): RefundPreview {
  const refunded = minorUnits(amount)
  const creditNote = { net: refunded, tax: minorUnits(0), total: refunded }
  const left = minorUnits(paid - amount)
  return { ...preview, meaning: { amount: refunded, left, isWhole: left === 0, creditNote, endsSubscription: false } }
}

const refund: Refund = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  kind: 'staff',
  amount: paid,
  currency: 'GBP',
  status: 'requested',
  reason: 'Ill',
  requestedAt: '2026-11-22T12:00:00.000Z',
}

async function open(...answers: FakeAnswer[]) {
  givenMember()
  allowDialogs()
  const { requests } = fakeServer(...answers)
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  const { user } = visit('/', { '/': () => <RefundDialog purchaseId="one" onClose={close} /> })
  const dialog = within(screen.getByRole('dialog', { name: 'Refund' }))
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }))
  const type = async (label: string, text: string) => {
    await user.clear(await dialog.findByLabelText(label))
    if (text) await user.type(dialog.getByLabelText(label), text)
  }
  return { user, requests, dialog, press, type, isClosed: () => isClosed }
}

test('a refund is previewed, and then sent once with its reason', async () => {
  const answers = [
    granted(previewRefund, preview),
    granted(previewRefund, previewOf(paid)),
    granted(refundPurchase, refund),
  ]
  const { dialog, requests, press, type, isClosed } = await open(...answers)
  await press('Preview refund')
  expect(await dialog.findByText('Enter a reason')).toBeTruthy()
  await type('Reason', ' Ill ')
  await press('Preview refund')
  expect(await dialog.findByText('MY FUTURE WEEK will end now.')).toBeTruthy()
  expect(dialog.getByText('We’ll cancel its booked session.')).toBeTruthy()
  await press('Refund £118.80')
  await expect.poll(isClosed).toBe(true)
  const requestId = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(requests.slice(2)).toMatchObject([
    { method: 'POST', body: { amount: paid, reason: 'Ill', endsAccess: false, expectedRemainder: paid, requestId } },
  ])
})

test('if the amount is invalid or another refund was made, the form shows an error and keeps the input', async () => {
  const { user, dialog, press, type } = await open(
    granted(previewRefund, preview),
    granted(previewRefund, { ...preview, blocker: 'refund-too-high' }),
    granted(previewRefund, previewOf(1_000)),
    refused(refundPurchase, 'edited-elsewhere'),
    granted(previewRefund, { ...preview, remainder: minorUnits(10_000), refunded: minorUnits(1_880) }),
  )
  const tryAmount = async (amount: string, expected: string | RegExp) => {
    await type('Amount in pounds', amount)
    await press('Preview refund')
    expect(await dialog.findByText(expected)).toBeTruthy()
  }
  await user.click(await dialog.findByLabelText('Part of it'))
  await type('Reason', 'Ill')
  await tryAmount('12,5', 'Enter an amount, for example 20 or 18.80')
  await tryAmount('999', 'That’s more than is left to refund. Enter a smaller amount.')
  await tryAmount('', 'Enter an amount, for example 20 or 18.80')
  expect(dialog.queryByText('That’s more than is left to refund. Enter a smaller amount.')).toBeNull()
  await tryAmount('10', 'MY FUTURE WEEK will continue.')
  await press('Refund £10.00')
  expect(await dialog.findByText(/Someone else has since refunded part of this purchase/)).toBeTruthy()
  expect(dialog.getByText('All that’s left: £100.00')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Amount in pounds').value).toBe('10.00')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Ill')
})

test('a disputed payment cannot be refunded', async () => {
  const { dialog } = await open(granted(previewRefund, { ...preview, blocker: 'purchase-disputed' }))
  expect(await dialog.findByText(/The bank has reversed this payment for now/)).toBeTruthy()
  expect(dialog.queryByLabelText('Reason')).toBeNull()
})

test('focus moves to a missing reason, and to the confirmation once it replaces the form', async () => {
  const answers = [granted(previewRefund, preview), granted(previewRefund, previewOf(paid))]
  const { dialog, press, type } = await open(...answers, granted(previewRefund, preview))
  await press('Preview refund')
  expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
  await type('Reason', 'Double payment')
  for (const [button, next] of [
    ['Preview refund', 'Refund £118.80'],
    ['Back', 'Preview refund'],
  ] as const) {
    await press(button)
    await dialog.findByRole('button', { name: next })
    expect(document.activeElement).toBe(screen.getByRole('dialog').lastElementChild)
  }
})
