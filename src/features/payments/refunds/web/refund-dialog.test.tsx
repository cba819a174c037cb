import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { allowDialogs } from '../../../../../tests/support/web/dialogs.ts'
import { fakeServer, granted } from '../../../../../tests/support/web/fake-server.ts'
import { givenMember } from '../../../../../tests/support/web/people.ts'
import { visit } from '../../../../../tests/support/web/visit.tsx'
import { previewRefund, type RefundPreview } from '../contract.ts'
import { RefundDialog } from './refund-dialog.tsx'

const preview: RefundPreview = {
  reference: 'FW-2026-000042',
  packageTitle: 'MY FUTURE WEEK',
  currency: 'GBP',
  total: minorUnits(11_880),
  refunded: minorUnits(0),
  remainder: minorUnits(11_880),
  isDisputed: false,
  upcomingSessions: 0,
  refunds: [],
  hasAccess: true,
  meaning: null,
  blocker: null,
}
const meaning: RefundPreview['meaning'] = {
  amount: minorUnits(11_880),
  left: minorUnits(0),
  isWhole: true,
  creditNote: { net: minorUnits(9_900), tax: minorUnits(1_980), total: minorUnits(11_880) },
  endsSubscription: false,
}

test('a missing reason gets the focus, and the confirmation gets it when it replaces the form', async () => {
  givenMember()
  allowDialogs()
  fakeServer(({ address }) => granted(previewRefund, { ...preview, meaning: address.includes('?') ? meaning : null }))
  const { user } = visit('/', { '/': () => <RefundDialog purchaseId="one" onClose={() => {}} /> })
  await user.click(await screen.findByRole('button', { name: 'See what this means' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  await user.type(screen.getByLabelText('Reason'), 'Double payment')
  await user.click(screen.getByRole('button', { name: 'See what this means' }))
  await screen.findByRole('button', { name: 'Give £118.80 back' })
  expect(document.activeElement).toBe(screen.getByRole('dialog').lastElementChild)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('button', { name: 'See what this means' })
  expect(document.activeElement).toBe(screen.getByRole('dialog').lastElementChild)
})
