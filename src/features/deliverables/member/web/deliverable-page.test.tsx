import { screen } from '@testing-library/react'
import { Link, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { itemDetails, version } from '#tests/support/web/deliverables.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import type { DeliverableDetails } from '../../contract.ts'
import { approveDeliverable, createComment, getDeliverable, requestChanges } from '../contract.ts'
import * as page from './deliverable-page.tsx'

const awaitingApproval = itemDetails({ state: 'for_approval', versions: [version({ number: 2 }), version()] })

test('the page shows the title, due date, consultant, state and versions', async () => {
  await open(awaitingApproval)
  expect(screen.getByRole('heading', { name: 'Post 1 of 8' })).toBeTruthy()
  expect(screen.getByText('Due on 9 March 2026. Your consultant: Zoe.')).toBeTruthy()
  expect(screen.getByText('Awaiting approval')).toBeTruthy()
  expect(getSection('Versions').textContent).toContain('Version 2')
  expect(screen.getByRole('link', { name: 'BIZ FUTURE' }).getAttribute('href')).toBe(
    `/portal/packages/${awaitingApproval.entitlementId}`,
  )
})

test('approving sends the version that was shown', async () => {
  const delivered = itemDetails({ ...awaitingApproval, state: 'delivered', deliveredAt: '2026-03-03T10:00:00.000Z' })
  const { user, requests } = await open(awaitingApproval, granted(approveDeliverable, delivered))
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await settle()
  expect(requests.at(-1)).toMatchObject({
    address: `/api/deliverables/${awaitingApproval.id}/approval`,
    body: { version: 2 },
  })
  expect(screen.getByRole('status').textContent).toBe('Thank you. It’s now marked as delivered.')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(document.activeElement?.textContent).toContain('Post 1 of 8')
})

test('if a change request is refused, its text is kept and the field shows the error', async () => {
  const problem = 'Write a few words'
  const { user, requests } = await open(awaitingApproval, {
    status: 400,
    code: 'invalid-input',
    message: problem,
    errors: { text: problem },
  })
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What would you like changed?' })
  expect(document.activeElement).toBe(field)
  await user.type(field, 'In blue, please')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  await settle()
  expect(requests.at(-1)?.body).toEqual({ version: 2, text: 'In blue, please' })
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['In blue, please', 'true'])
  expect(getSection('Approve or ask for changes').textContent).toContain(problem)
})

test('a change request appears among the comments once sent', async () => {
  const changed = itemDetails({ ...awaitingApproval, state: 'in_progress', comments: [comment('In blue, please', 2)] })
  const { user } = await open(awaitingApproval, granted(requestChanges, changed))
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }))
  await user.type(screen.getByRole('textbox', { name: 'What would you like changed?' }), 'In blue, please')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  await settle()
  expect(getSection('Comments').textContent).toContain('Changes requested to version 2In blue, please')
  expect(screen.queryByRole('region', { name: 'Approve or ask for changes' })).toBeNull()
})

test('approving an outdated version shows an alert', async () => {
  const { user } = await open(awaitingApproval, refused(approveDeliverable, 'version-changed'))
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('There’s a newer version')
})

test('a comment appears once sent, and the field is cleared', async () => {
  const { user } = await open(
    awaitingApproval,
    granted(createComment, itemDetails({ ...awaitingApproval, comments: [comment('Thank you')] })),
  )
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  await user.type(field, 'Thank you')
  await user.click(screen.getByRole('button', { name: 'Send comment' }))
  await settle()
  expect(getSection('Comments').textContent).toContain('You2 March 2026 at 10:00Thank you')
  expect(field.value).toBe('')
})

test('sending a comment does not move the focus to an open change request', async () => {
  const { user } = await open(awaitingApproval, granted(createComment, awaitingApproval))
  await user.click(screen.getByRole('button', { name: 'Ask for changes' }))
  await user.type(screen.getByRole('textbox', { name: 'Write a comment' }), 'Thank you')
  const send = screen.getByRole('button', { name: 'Send comment' })
  await user.click(send)
  await settle()
  expect(document.activeElement).toBe(send)
})

test('a file is downloaded under its original name', async () => {
  const linkClick = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} }))
  const { user, requests } = await open(itemDetails({ versions: [version()] }), { text: '%PDF-', file: 'R-sum-.pdf' })
  await user.click(screen.getByRole('button', { name: 'Download Résumé.pdf' }))
  await settle()
  expect(requests.at(-1)?.address).toBe(`/api/deliverables/${awaitingApproval.id}/versions/1/file`)
  expect((linkClick.mock.contexts[0] as HTMLAnchorElement).download).toBe('Résumé.pdf')
})

test.each<[Partial<DeliverableDetails>, string]>([
  [
    { state: 'planned', consultantName: null },
    'Nothing here yet. We’ll let you know as soon as there’s something to see.',
  ],
  [{ state: 'closed' }, 'This package is cancelled or on hold, so we’ve stopped work on it.'],
])('if there are no versions, the page explains why: %j', async (changes, message) => {
  await open(itemDetails(changes))
  expect(getSection('Versions').textContent).toContain(message)
  expect(screen.queryByRole('button', { name: 'Send comment' }) === null).toBe(changes.state === 'closed')
})

test('opening a notification about the current page reloads the deliverable', async () => {
  givenMember()
  stopClock('2026-03-02T10:00:00.000Z')
  const before = itemDetails({ ...awaitingApproval, state: 'in_progress', versions: [] })
  fakeServer(granted(getDeliverable, before), granted(getDeliverable, awaitingApproval))
  const path = `/portal/deliverables/${awaitingApproval.id}`
  const { user } = visit(path, { '/portal/deliverables/:deliverableId': { ...page, default: PageWithBell } })
  await settle()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await user.click(screen.getByText('Bell'))
  await settle()
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
})

function PageWithBell() {
  return (
    <>
      <Link to={useLocation()}>Bell</Link>
      <page.default />
    </>
  )
}

function comment(text: string, requestsChangesTo: number | null = null) {
  const writtenAt = '2026-03-02T10:00:00.000Z'
  return { id: '0196b3a0-0000-4000-8000-0000000000f1', author: 'member' as const, text, requestsChangesTo, writtenAt }
}

async function open(item: DeliverableDetails, answer: FakeAnswer = 'unreachable') {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(({ method, address }) =>
    method === 'POST' || address.endsWith('/file') ? answer : granted(getDeliverable, item),
  )
  const visited = visit(`/portal/deliverables/${item.id}`, { '/portal/deliverables/:deliverableId': page })
  await settle()
  return { ...visited, requests }
}

function getSection(name: string) {
  return screen.getByRole('region', { name })
}
