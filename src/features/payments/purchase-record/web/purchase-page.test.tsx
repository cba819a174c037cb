import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { allowDialogs } from '../../../../../tests/support/web/dialogs.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../../tests/support/web/fake-server.ts'
import { ada, givenMember } from '../../../../../tests/support/web/people.ts'
import { visit } from '../../../../../tests/support/web/visit.tsx'
import { previewRefund, type RefundPreview, refundPurchase } from '../../refunds/contract.ts'
import { getPurchaseRecord, type PurchaseRecord } from '../contract.ts'
import * as page from './purchase-page.tsx'

const id = '0196b3a0-0000-7000-8000-0000000000aa'
const at = '2026-11-22T12:00:00.000Z'

const record = {
  purchase: {
    id,
    reference: 'fw-2026-000042',
    packageId: 'my-future-basic',
    packageTitle: 'MY FUTURE WEEK',
    purchaseDate: at,
    status: 'completed',
    market: 'uk',
    currency: 'GBP',
    net: 9_900,
    taxRateBasisPoints: 2_000,
    taxLabel: 'VAT (20%)',
    tax: 1_980,
    total: 11_880,
    refunded: 0,
    isProcessing: false,
    upgrade: null,
    subscriptionId: null,
    entitlementId: id,
    startsAt: at,
    endsAt: at,
    startsLater: false,
  },
  isTest: false,
  begunAt: at,
  completedAt: at,
  paymentIntentId: 'pi_1',
  buyer: {
    member: { id, name: 'Grace Hopper', email: 'grace@example.org' },
    kind: 'consumer',
    companyName: null,
    vatNumber: null,
    address: null,
    country: null,
    isUnder18: false,
    guardianConfirmedAt: null,
  },
  consent: { version: '2026-11', at, start: 'today' },
  replaces: null,
  documents: [],
  bought: null,
  movements: [],
  refunds: [],
  disputes: [],
  events: [],
  emails: [],
  anomalies: [],
} as unknown as PurchaseRecord

const preview = {
  reference: 'fw-2026-000042',
  packageTitle: 'MY FUTURE WEEK',
  currency: 'GBP',
  total: 11_880,
  refunded: 0,
  remainder: 11_880,
  isDisputed: false,
  upcomingSessions: 1,
  refunds: [],
  hasAccess: true,
  blocker: null,
  meaning: null,
} as unknown as RefundPreview

const createPreview = (amount: number) =>
  ({
    ...preview,
    meaning: {
      amount,
      left: 11_880 - amount,
      isWhole: amount === 11_880,
      creditNote: { net: amount, tax: 0, total: amount },
      endsSubscription: false,
    },
  }) as unknown as RefundPreview

async function open(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  const { requests } = fakeServer(granted(getPurchaseRecord, record), ...answers)
  const view = visit(`/admin/purchases/${id}`, { '/admin/purchases/:purchaseId': page as never })
  await screen.findByRole('heading', { name: 'MY FUTURE WEEK' })
  await view.user.click(screen.getByRole('button', { name: 'Give money back' }))
  return { ...view, requests, dialog: within(screen.getByRole('dialog', { name: 'Give money back' })) }
}

test('a refund is previewed, and then sent once with its reason', async () => {
  const refund = {
    id,
    kind: 'staff',
    amount: 11_880,
    currency: 'GBP',
    status: 'requested',
    reason: 'Ill',
    requestedAt: at,
  }
  const { user, dialog, requests } = await open(
    granted(previewRefund, preview),
    granted(previewRefund, createPreview(11_880)),
    granted(refundPurchase, refund as never),
    granted(getPurchaseRecord, record),
  )
  await user.click(await dialog.findByRole('button', { name: 'See what this means' }))
  expect(await dialog.findByText('Please say why')).toBeTruthy()
  await user.type(dialog.getByLabelText('Reason'), ' Ill ')
  await user.click(dialog.getByRole('button', { name: 'See what this means' }))
  expect(await dialog.findByText('MY FUTURE WEEK ends now.')).toBeTruthy()
  expect(dialog.getByText('We cancel the session of it that you have booked.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Give £118.80 back' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(requests[3]).toMatchObject({
    method: 'POST',
    body: {
      amount: 11_880,
      reason: 'Ill',
      endsAccess: false,
      expectedRemainder: 11_880,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  })
})

test('invalid amounts and concurrent refunds show errors and keep the input', async () => {
  const { user, dialog } = await open(
    granted(previewRefund, preview),
    granted(previewRefund, { ...preview, blocker: 'refund-too-high' }),
    granted(previewRefund, createPreview(1_000)),
    refused(refundPurchase, 'edited-elsewhere'),
    granted(previewRefund, { ...preview, remainder: minorUnits(10_000), refunded: minorUnits(1_880) }),
  )
  await user.click(await dialog.findByLabelText('A part'))
  await user.type(dialog.getByLabelText('Amount in pounds'), '12,5')
  await user.type(dialog.getByLabelText('Reason'), 'Ill')
  await user.click(dialog.getByRole('button', { name: 'See what this means' }))
  expect(await dialog.findByText('Please enter an amount, such as 20 or 18.80')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Amount in pounds'))
  await user.type(dialog.getByLabelText('Amount in pounds'), '999')
  await user.click(dialog.getByRole('button', { name: 'See what this means' }))
  expect(await dialog.findByText('This is more than is left of the payment.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Amount in pounds'))
  await user.click(dialog.getByRole('button', { name: 'See what this means' }))
  expect(await dialog.findByText('Please enter an amount, such as 20 or 18.80')).toBeTruthy()
  expect(dialog.queryByText('This is more than is left of the payment.')).toBeNull()
  await user.type(dialog.getByLabelText('Amount in pounds'), '10')
  await user.click(dialog.getByRole('button', { name: 'See what this means' }))
  expect(await dialog.findByText('MY FUTURE WEEK goes on.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Give £10.00 back' }))
  expect(await dialog.findByText(/Somebody else has given money of this purchase back meanwhile/)).toBeTruthy()
  expect(dialog.getByText('All that is left: £100.00')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Amount in pounds').value).toBe('10.00')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Ill')
})

test('a refund requires a recent login', async () => {
  const { user, dialog } = await open(
    granted(previewRefund, preview),
    granted(previewRefund, createPreview(11_880)),
    refused(refundPurchase, 'reauthentication-needed'),
  )
  await user.type(await dialog.findByLabelText('Reason'), 'Ill')
  await user.click(dialog.getByRole('button', { name: 'See what this means' }))
  await user.click(await dialog.findByRole('button', { name: 'Give £118.80 back' }))
  expect(await screen.findByRole('dialog', { name: 'Please confirm that it is you' })).toBeTruthy()
})

test('a disputed payment cannot be refunded', async () => {
  const { dialog } = await open(granted(previewRefund, { ...preview, blocker: 'purchase-disputed' }))
  expect(await dialog.findByText(/The bank has taken this payment back for now/)).toBeTruthy()
  expect(dialog.queryByLabelText('Reason')).toBeNull()
})
