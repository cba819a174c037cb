import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listPackages } from '#features/catalogue/contract.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type PurchaseSummary, searchPurchases } from '../contract.ts'
import * as page from './purchases-page.tsx'

const purchase: PurchaseSummary = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  reference: 'fw-2026-000042',
  packageTitle: 'MY FUTURE WEEK',
  buyer: { id: ada.id, name: 'Grace Hopper', email: 'grace@example.org' },
  purchasedAt: '2026-11-01T12:00:00.000Z',
  status: 'completed',
  isProcessing: false,
  currency: 'GBP',
  total: minorUnits(11_880),
  refunded: minorUnits(0),
  discount: minorUnits(0),
  discountCode: null,
  isTest: false,
}

test('a purchase links to its page and to its buyer', async () => {
  givenMember({ ...ada, role: 'administrator' })
  fakeServer(({ address }) =>
    address.startsWith('/api/admin/purchases')
      ? granted(searchPurchases, { items: [purchase], nextCursor: null })
      : granted(listPackages, []),
  )
  visit('/admin/purchases', { '/admin/purchases': page as never })
  const link = await screen.findByRole('link', { name: 'MY FUTURE WEEK' })
  expect(link.getAttribute('href')).toBe(`/admin/purchases/${purchase.id}`)
  expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(`/admin/members/${ada.id}`)
})
