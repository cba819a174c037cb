import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { addNote, assignMessage, getInboxMessage, type InboxMessage, markNotSpam, replyToMessage } from '../contract.ts'
import * as page from './inbox-message-page.tsx'

const id = '0196b3a0-0000-7000-8000-0000000000aa'
const colleague = { id: '0196b3a0-0000-7000-8000-0000000000bb', name: 'Alan Turing' }

function message(changes: Partial<InboxMessage> = {}): InboxMessage {
  return {
    id,
    reference: 'M-7KQ4-M2XD',
    kind: 'contact',
    topic: null,
    name: 'Grace Hopper',
    email: 'grace@example.org',
    text: '<b>Which one</b> fits?',
    receivedAt: '2026-11-22T10:00:00.000Z',
    state: 'new',
    isSpam: false,
    cancellationHint: null,
    cancellation: null,
    assignee: null,
    answerBy: null,
    version: 0,
    entries: [],
    staff: [colleague],
    mailbox: 'hello@futureworld.example',
    keptUntil: '2027-11-22T10:00:00.000Z',
    ...changes,
  }
}

async function open(loaded: InboxMessage, ...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(granted(getInboxMessage, loaded), ...answers)
  const { user } = visit(`/admin/inbox/${id}`, { '/admin/inbox/:messageId': page })
  await screen.findByRole('heading', { level: 1 })
  return { user, requests }
}

test('the form shows the recipient and the reply address, and the answer appears below the message', async () => {
  const entry = {
    id,
    kind: 'reply' as const,
    staffName: 'Ada Okafor',
    text: 'Yes.',
    writtenAt: '2026-11-22T11:00:00.000Z',
  }
  const answered = message({ state: 'answered', version: 1, entries: [entry] })
  const { user, requests } = await open(message(), granted(replyToMessage, answered))
  expect(screen.getByText('<b>Which one</b> fits?')).toBeTruthy()
  expect(screen.getByText('Their reply will go to hello@futureworld.example.')).toBeTruthy()
  await user.type(screen.getByLabelText('Your reply to grace@example.org'), 'Yes.')
  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText(/^Reply by Ada Okafor/)).toBeTruthy()
  expect(requests[1]).toMatchObject({ method: 'POST', body: { text: 'Yes.', id: expect.any(String) } })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Your reply/).value).toBe('')
})

test('a note for staff is saved separately from the answer', async () => {
  const { user, requests } = await open(message(), granted(addNote, message()))
  await user.type(screen.getByLabelText('Your note'), 'Called, no answer.')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note saved.')).toBeTruthy()
  expect(requests[1]).toMatchObject({ address: `/api/admin/inbox/${id}/notes`, body: { text: 'Called, no answer.' } })
})

test('if the message has been changed concurrently, an error is shown', async () => {
  const { user, requests } = await open(message(), refused(assignMessage, 'edited-elsewhere'))
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Alan Turing')
  await user.selectOptions(screen.getByLabelText('Status'), 'In progress')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Someone else has changed this message since/)).toBeTruthy()
  expect(requests[1]?.body).toEqual({ version: 0, state: 'in-progress', assigneeId: colleague.id })
})

test('saving keeps the focus and shows the saved state', async () => {
  const saved = message({ version: 1, state: 'closed' })
  const { user, requests } = await open(message(), granted(assignMessage, saved), granted(assignMessage, saved))
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Alan Turing')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByDisplayValue('Closed')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Assigned to').value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(requests[2]?.body).toEqual({ version: 1, state: 'closed', assigneeId: null })
})

test('sending an answer keeps an unsaved assignee and shows the new state', async () => {
  const { user } = await open(message(), granted(replyToMessage, message({ state: 'answered', version: 1 })))
  await user.selectOptions(screen.getByLabelText('Assigned to'), 'Alan Turing')
  await user.type(screen.getByLabelText(/^Your reply/), 'Yes.')
  await user.click(screen.getByRole('button', { name: 'Send reply' }))
  await screen.findByText('Your reply is on its way.')
  expect(screen.getByLabelText<HTMLSelectElement>('Assigned to').value).toBe(colleague.id)
  expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('answered')
})

test('a message marked as spam can be answered only after it is restored', async () => {
  const { user } = await open(message({ isSpam: true }), granted(markNotSpam, message({ version: 1 })))
  expect(screen.queryByLabelText(/^Your reply/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Not spam' }))
  expect(await screen.findByLabelText(/^Your reply/)).toBeTruthy()
})

test.each([
  ['grace@example.org', 0],
  // The first letter is Cyrillic.
  ['аlan@example.org', 1],
])('an address that mixes alphabets is marked: %s', async (email, markCount) => {
  await open(message({ email }))
  expect(screen.queryAllByText('Mixed alphabets: check who this is')).toHaveLength(markCount)
})

test('a cancellation shows the order, the second at which it counts and what is left to do', async () => {
  const purchaseId = '0196b3a0-0000-7000-8000-0000000000cc'
  const cancellation = { orderReference: 'fw-2026-000042', outcome: 'too-late', purchaseId } as const
  await open(message({ kind: 'cancellation', cancellation }))

  expect(screen.getByRole('link', { name: 'FW-2026-000042' }).getAttribute('href')).toBe(
    `/admin/purchases/${purchaseId}`,
  )
  expect(screen.getByText('22 November 2026 at 10:00:00 (London time)')).toBeTruthy()
  expect(screen.getByText('The 14 days were over. Tell the person what applies.')).toBeTruthy()
})

test('a message that sounds like leaving is flagged', async () => {
  await open(message({ cancellationHint: 'contract' }))
  expect(screen.getByText('May want to cancel a contract')).toBeTruthy()
})
