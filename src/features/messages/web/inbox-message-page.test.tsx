// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type FakeAnswer, fakeServer, granted, refused } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { getInboxMessage, handleMessage, type InboxMessage, releaseMessage, replyToMessage } from '../contract/inbox.ts'
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

test('an answer shows where it goes and where theirs will come, and stands under the message', async () => {
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
  expect(screen.getByText('What they answer comes to hello@futureworld.example.')).toBeTruthy()
  await user.type(screen.getByLabelText('Your answer to grace@example.org'), 'Yes.')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText(/^Answer of Ada Okafor/)).toBeTruthy()
  expect(requests[1]).toMatchObject({ method: 'POST', body: { text: 'Yes.', id: expect.any(String) } })
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Your answer/).value).toBe('')
})

test('an answer that did not arrive is still there, and goes under the same name once more', async () => {
  const { user, requests } = await open(message(), 'unreachable', granted(replyToMessage, message({ version: 1 })))
  await user.type(screen.getByLabelText(/^Your answer/), 'Yes.')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Your text is still here.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Your answer is on its way.')
  const [, first, second] = requests
  expect(first?.body).toEqual(second?.body)
})

test('whoever is later than a colleague is told', async () => {
  const { user, requests } = await open(message(), refused(handleMessage, 'changed-meanwhile'))
  await user.selectOptions(screen.getByLabelText('With'), 'Alan Turing')
  await user.selectOptions(screen.getByLabelText('State'), 'In progress')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Somebody else has changed this message meanwhile/)).toBeTruthy()
  expect(requests[1]?.body).toEqual({ version: 0, state: 'in-progress', assigneeId: colleague.id })
})

test('nothing is answered that was taken for spam, until somebody says that it is none', async () => {
  const { user } = await open(message({ isSpam: true }), granted(releaseMessage, message({ version: 1 })))
  expect(screen.queryByLabelText(/^Your answer/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'It is no spam' }))
  expect(await screen.findByLabelText(/^Your answer/)).toBeTruthy()
})
