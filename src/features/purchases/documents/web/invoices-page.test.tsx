import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type Document, getDocumentPdf, listDocuments } from '../contract.ts'
import * as page from './invoices-page.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), dismissErrors: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

test('a member without purchases sees a note and a link to the services', async () => {
  await open(documentsPage([]))
  expect(screen.getByText('No packages purchased yet')).toBeTruthy()
  expect(screen.getByText(/Free packages have no invoice/)).toBeTruthy()
})

test('an invoice row shows the details stored when it was issued', async () => {
  await open(documentsPage([invoice({})]))
  const row = screen.getByRole('row', { name: /INV-FW-2026-000042/ })
  for (const text of ['Invoice', 'MY FUTURE WEEK', '2 March 2026', '£118.80', 'incl. £19.80 VAT (20%)']) {
    expect(row.textContent).toContain(text)
  }
  expect(row.textContent).not.toContain('Test')
})

test('a credit note is shown as negative, and its reversal as positive', async () => {
  await open(
    documentsPage([
      invoice({ kind: 'credit_note_reversal', reference: 'CN-2026-000008' }),
      invoice({ kind: 'credit_note', reference: 'CN-2026-000007' }),
    ]),
  )
  expect(screen.getByRole('row', { name: /CN-2026-000007/ }).textContent).toContain('-£118.80incl. -£19.80')
  const reversal = screen.getByRole('row', { name: /CN-2026-000008/ })
  expect(reversal.textContent).toContain('Credit note reversed')
  expect(reversal.textContent).not.toContain('-£')
})

test('a sandbox invoice is marked as a test', async () => {
  await open(documentsPage([invoice({ isTest: true })]))
  expect(within(screen.getByRole('table')).getByText('Test')).toBeTruthy()
})

test.each([
  ['PDF', 'pdf'],
  ['Text', 'txt'],
])('the %s file is downloaded under the invoice number', async (label, extension) => {
  const saved: string[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:paper', revokeObjectURL() {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} from ${this.href}`)
  })
  const name = `INV-FW-2026-000042.${extension}`
  const { user, requests } = await open(documentsPage([invoice({})]), { text: 'paper', file: name })
  await user.click(screen.getByRole('button', { name: `${label} of INV-FW-2026-000042` }))
  await settle()
  expect(saved).toEqual([`${name} from blob:paper`])
  expect(requests[1]).toMatchObject({
    address: `/api/documents/INV-FW-2026-000042/${label.toLowerCase()}`,
    authorization: 'Bearer token',
  })
})

test('a failed download shows the reason', async () => {
  const { user } = await open(documentsPage([invoice({})]), refused(getDocumentPdf, 'document-not-found'))
  await user.click(screen.getByRole('button', { name: /^PDF of/ }))
  await settle()
  expect(toasts.error).toHaveBeenCalledWith('We couldn’t find this document.')
})

test('the Load more button loads the next page', async () => {
  const { user } = await open(
    documentsPage([invoice({})], 'after-first'),
    documentsPage([invoice({ reference: 'INV-FW-2026-000041' })]),
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(screen.getAllByRole('row')).toHaveLength(3)
})

function invoice(changes: Partial<Document>): Document {
  return {
    reference: 'INV-FW-2026-000042',
    kind: 'invoice',
    purchaseId: '0196b3a0-0000-4000-8000-0000000000aa',
    packageTitle: 'MY FUTURE WEEK',
    issuedAt: '2026-03-02T10:00:00.000Z',
    currency: 'GBP',
    net: minorUnits(9_900),
    taxLabel: 'VAT (20%)',
    tax: minorUnits(1_980),
    total: minorUnits(11_880),
    isTest: false,
    ...changes,
  }
}

function documentsPage(items: Document[], nextCursor: string | null = null) {
  return granted(listDocuments, { items, nextCursor })
}

async function open(...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(...answers)
  const view = visit('/portal/invoices', { '/portal/invoices': page })
  await settle()
  return { ...view, requests }
}
