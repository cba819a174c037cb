import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type AuditEntry, getAuditChoices, listAuditEntries } from '../contract.ts'
import * as page from './audit-page.tsx'

const actor = { id: ada.id, name: 'Ada Okafor' }
const entry: AuditEntry = {
  id: '0196b3a0-0000-7000-8000-0000000000aa',
  occurredAt: '2026-11-22T12:00:00.000Z',
  actor,
  action: 'package.version-published',
  object: { kind: 'package', id: 'my-future-basic', name: null, memberId: null },
  reason: 'The price of the year',
  before: { prices: { GBP: 9_900 } },
  after: { prices: { GBP: 10_900 } },
  names: {},
}

async function open(at: string, ...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  stopClock('2026-11-22T12:30:00Z')
  const choices = { actors: [actor], kinds: ['package'], actions: ['package.version-published'] }
  const remainingAnswers = [...answers]
  const { requests } = fakeServer(({ address }) =>
    address.startsWith('/api/admin/audit/choices')
      ? granted(getAuditChoices, choices)
      : (remainingAnswers.shift() ?? granted(listAuditEntries, { items: [], nextCursor: null })),
  )
  const visited = visit(at, { '/admin/audit': page as never })
  await settle()
  return { ...visited, listRequests: () => requests.filter(({ address }) => !address.includes('/choices')) }
}

const listed = (...items: AuditEntry[]) => granted(listAuditEntries, { items, nextCursor: null })

test('an entry shows the actor, action, reason and old and new values', async () => {
  await open('/admin/audit', listed(entry, { ...entry, id: ada.id, actor: { ...actor, name: null } }))
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('Package version published')
  expect(first?.textContent).toContain('Ada Okafor')
  expect(first?.textContent).toContain('“The price of the year”')
  expect(second?.textContent).toContain('Deleted account')
  const table = within(first as HTMLElement).getByRole('table', { hidden: true })
  expect(within(table).getByRole('row', { name: 'Prices, GBP 9900 10900', hidden: true })).toBeTruthy()
})

test('an entry links to its object and hides its UUID', async () => {
  const memberEntry = {
    ...entry,
    id: ada.id,
    action: 'member.disabled',
    object: { ...entry.object, kind: 'member', id: ada.id },
  }
  await open('/admin/audit', listed(memberEntry, entry))
  const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
  const objectLink = within(first).getByRole('link', { name: /^Open/ })
  expect(objectLink.getAttribute('href')).toBe(`/admin/members/${ada.id}`)
  expect(first.textContent).not.toContain(ada.id)
  expect(second.textContent).toContain('Package: my-future-basic')
})

test('the object and the people in its changes are shown by name', async () => {
  const { id } = entry
  const object = { kind: 'deliverable', id, name: 'Résumé review, Ben Adeyemi', memberId: null }
  const namedEntry = {
    ...entry,
    object,
    before: { consultantId: null },
    after: { consultantId: id },
    names: { [id]: 'Cleo' },
  }
  await open('/admin/audit', listed(namedEntry))
  const line = screen.getByRole('listitem')
  const link = within(line).getByRole('link', { name: 'Résumé review, Ben Adeyemi' })
  expect(link.getAttribute('href')).toBe(`/admin/deliverables/${id}`)
  expect(within(line).getByRole('row', { name: 'Consultant id nothing Cleo', hidden: true })).toBeTruthy()
  expect(line.textContent).not.toContain(id)
})

test('the filters are in the address and can be cleared', async () => {
  const { user, listRequests, address } = await open('/admin/audit', listed(entry))
  await user.selectOptions(screen.getByLabelText('Who'), 'Ada Okafor')
  await user.selectOptions(screen.getByLabelText('Action'), 'Package version published')
  await user.type(screen.getByLabelText('From'), '2026-11-01')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await settle()
  const search = `actor=${ada.id}&action=package.version-published&from=2026-11-01`
  expect(address()).toBe(`/admin/audit?${search}`)
  expect(listRequests()[1]?.address).toBe(`/api/admin/audit?${search}`)
  expect(screen.getByText('No entries match your search.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Show all' }))
  await settle()
  expect(address()).toBe('/admin/audit')
})

test('invalid filters are ignored, and valid filters still apply', async () => {
  const { listRequests } = await open('/admin/audit?from=nope&actor=x&kind=package', listed(entry))
  expect(listRequests()[0]?.address).toBe('/api/admin/audit?kind=package')
  expect(screen.getByRole('listitem').textContent).toContain('Package version published')
})
