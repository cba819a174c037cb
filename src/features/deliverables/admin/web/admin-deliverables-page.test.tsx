import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  type AdminDeliverable,
  type Assignee,
  assignDeliverable,
  listAdminDeliverables,
  listAssignees,
} from '../contract.ts'
import * as page from './admin-deliverables-page.tsx'

const id = '0196b3a0-0000-7000-8000-0000000000aa'
const assigneeId = '0196b3a0-0000-7000-8000-0000000000ab'

const item: AdminDeliverable = {
  id,
  entitlementId: id,
  packageTitle: 'BIZ FUTURE Basic',
  lineKey: 'posts',
  title: 'Posts',
  unit: 'post',
  number: 3,
  promised: 8,
  dueOn: '2026-11-20',
  state: 'in_progress',
  consultantName: 'Alan',
  deliveredAt: null,
  member: { id, name: 'Grace Hopper' },
  consultant: { id, isActive: false },
  serviceType: 'BIZ_FUTURE',
  isLate: true,
}

const assignees: Assignee[] = [
  { id: assigneeId, displayName: 'Ada', services: ['BIZ_FUTURE'] },
  { id: '0196b3a0-0000-7000-8000-0000000000ac', displayName: 'Barbara', services: ['STUDY_WORLD'] },
]

/** Opens the list, which is empty after an assignment. */
function open(deliverable: AdminDeliverable) {
  givenMember({ ...ada, role: 'administrator' })
  allowDialogs()
  let items = [deliverable]
  const { requests } = fakeServer(({ method, address }) => {
    if (method === 'POST') {
      items = []
      return granted(assignDeliverable, { ...deliverable, versions: [], comments: [] })
    }
    if (address === '/api/admin/deliverables/assignees') return granted(listAssignees, assignees)
    return granted(listAdminDeliverables, { items, nextCursor: null })
  })
  return { ...visit('/admin/deliverables', { '/admin/deliverables': page as never }), requests }
}

test('a former consultant’s deliverable can be assigned to one with the right service', async () => {
  const { user, requests } = open(item)
  const row = within(await screen.findByRole('listitem'))
  expect(row.getByText('Overdue')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(`/admin/members/${id}`)
  expect(row.getByRole('link', { name: 'Alan' }).getAttribute('href')).toBe(`/admin/consultants/${id}`)
  expect(screen.getByRole('link', { name: 'In progress' }).getAttribute('href')).not.toContain('undefined')
  expect(row.getByText('Consultant has left')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Assign: Post 3 of 8' }))
  const dialog = within(screen.getByRole('dialog'))
  const names = within(dialog.getByLabelText('Assign to')).getAllByRole('option')
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'No one: any consultant for this service can take it on',
    'Ada',
  ])
  await user.selectOptions(dialog.getByLabelText('Assign to'), 'Ada')
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Nothing is overdue.')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ from: id, to: assigneeId })
})

test('an unassigned deliverable cannot be assigned without choosing a consultant', async () => {
  const { user, requests } = open({ ...item, consultant: null, consultantName: null })
  await user.click(await screen.findByRole('button', { name: 'Assign: Post 3 of 8' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  expect(dialog.getByRole('alert').textContent).toContain('Choose a consultant.')
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a deleted member is shown as a former member without a link', async () => {
  open({ ...item, member: { id, name: '' } })
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain('For a former member, BIZ FUTURE Basic')
  expect(within(row).queryByRole('link', { name: '' })).toBeNull()
})
