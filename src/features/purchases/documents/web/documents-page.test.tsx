import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listTaxTotals, searchDocuments, type TaxTotal } from '../contract.ts'
import * as page from './documents-page.tsx'

const pounds: TaxTotal = {
  currency: 'GBP',
  taxName: 'VAT (20%)',
  rate: '20%',
  isTest: false,
  documents: 3,
  net: 9_900,
  tax: 1_980,
  total: 11_880,
  sterlingTax: 1_980,
  sterlingVat: 1_980,
  documentsWithoutRate: 0,
}

test('the totals for a period show the VAT due, leaving out test documents', async () => {
  givenMember({ ...ada, role: 'administrator' })
  const { requests } = fakeServer(
    granted(searchDocuments, { items: [], nextCursor: null }),
    granted(listTaxTotals, [pounds, { ...pounds, isTest: true, documents: 1 }]),
  )
  const { user } = visit('/admin/documents', { '/admin/documents': page as never })
  await user.click(await screen.findByRole('button', { name: 'Show totals' }))
  expect(screen.getByText('The first day must be a date, for example 2026-04-01')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-04-01' } })
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-06-30' } })
  await user.click(screen.getByRole('button', { name: 'Show totals' }))
  expect(await screen.findByText(/1 April 2026 to 30 June 2026/)).toBeTruthy()
  expect(screen.getByText('£19.80')).toBeTruthy()
  expect(screen.getByText(/excluding test documents/)).toBeTruthy()
  expect(requests[1]?.address).toBe('/api/admin/documents/totals?from=2026-04-01&until=2026-06-30')
})
