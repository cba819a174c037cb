import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { item, workDetails } from '#tests/support/web/deliverables.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { type ConsultantDeliverable, listWorklist } from '../contract.ts'
import * as page from './worklist-page.tsx'

test('the worklist shows each item with its member and due date', async () => {
  await open([workDetails(), workDetails({ id: item({ number: 2 }).id.replace('e1', 'e2'), number: 2, isMine: false })])
  expect(screen.getByText('For Ada Lovelace, BIZ FUTURE. Due on 9 March 2026')).toBeTruthy()
  expect(screen.getByText(/Unassigned/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Post 1 of 8' }).getAttribute('href')).toBe(
    `/portal/consultant/deliverables/${item().id}`,
  )
})

test.each([
  ['', 'open', 'There’s nothing to do for your services right now.'],
  ['?list=waiting', 'waiting', 'Nothing is waiting for a member’s approval.'],
  ['?list=done', 'done', 'You haven’t delivered anything yet.'],
  ['?list=nonsense', 'open', 'There’s nothing to do for your services right now.'],
])('an empty list has its own message: %s', async (search, list, message) => {
  const { requests } = await open([], search)
  expect(requests[0]?.address).toBe(`/api/consultant/deliverables?list=${list}`)
  expect(screen.getByText(message)).toBeTruthy()
})

async function open(items: ConsultantDeliverable[], search = '') {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember({ ...ada, role: 'consultant' })
  const { requests } = fakeServer(() => granted(listWorklist, { items, nextCursor: null }))
  const visited = visit(`/portal/consultant/deliverables${search}`, { '/portal/consultant/deliverables': page })
  await settle()
  return { ...visited, requests }
}
