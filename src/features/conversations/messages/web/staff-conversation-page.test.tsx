import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { message } from '#tests/support/web/conversations.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fakeStream } from '#tests/support/web/fake-stream.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  answerMember,
  followMemberConversation,
  getMemberConversation,
  listConversations,
  markAnswered,
  renewReplyAddress,
  type StaffMessage,
} from '../contract.ts'
import * as page from './staff-conversation-page.tsx'
import * as listPage from './staff-conversations-page.tsx'

const member = { id: '0196b3a0-0000-7000-8000-0000000000aa', name: 'Grace Hopper', email: 'grace@example.org' }
const url = `/api/admin/conversations/${member.id}`
const waitingSince = message(1).writtenAt

test('staff see which colleague wrote each message and how long the member has waited', async () => {
  await open(conversationWith([message(2, { author: 'company', staffName: 'Alan Turing' }), message(1)], waitingSince))
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Grace Hopper')
  expect(rows[1]).toContain('Alan Turing')
  expect(screen.getByText(/^Waiting for a reply since 22 November 2026/)).toBeTruthy()
})

test('an answer sends the time of the last message seen and shows whether the member is still waiting', async () => {
  const { user, listRequests } = await open(
    conversationWith([message(1)], waitingSince),
    granted(answerMember, { ...message(3, { author: 'company', text: 'Yes.' }), waitingSince: message(2).writtenAt }),
  )
  await user.type(screen.getByLabelText('Your reply to Grace Hopper'), 'Yes.')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await settle()
  expect(listRequests()[1]).toMatchObject({
    address: `${url}/messages`,
    body: { text: 'Yes.', seenUntil: waitingSince },
  })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText(/^Waiting for a reply since/)).toBeTruthy()
})

test('a conversation can be marked as answered, and the focus stays in place', async () => {
  const { user, listRequests } = await open(
    conversationWith([message(1)], waitingSince),
    granted(markAnswered, { waitingSince: null }),
  )
  await user.click(screen.getByRole('button', { name: 'Mark as answered' }))
  await settle()
  expect(listRequests()[1]).toMatchObject({ address: `${url}/answered`, body: { seenUntil: waitingSince } })
  expect(screen.getByText('No reply needed')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Marked as answered.')
  expect(document.activeElement?.textContent).toContain('Grace Hopper')
})

test('earlier reply addresses can be revoked', async () => {
  const { user, listRequests } = await open(conversationWith([message(1)], null), granted(renewReplyAddress, null))
  await user.click(screen.getByRole('button', { name: 'Disable old reply addresses' }))
  await settle()
  expect(listRequests()[1]).toMatchObject({ method: 'POST', address: `${url}/reply-address` })
  expect(screen.getByRole('status').textContent).toContain('will no longer reach this conversation')
})

test('if an action is refused, the page shows why', async () => {
  const { user } = await open(conversationWith([message(1)], waitingSince), refused(markAnswered, 'member-not-found'))
  await user.click(screen.getByRole('button', { name: 'Mark as answered' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('We couldn’t find this member.')
})

test('a new message appears and marks the member as waiting', async () => {
  const { stream } = await open(conversationWith([message(1)], null))
  stream.send({ items: [message(2), message(1)], nextCursor: null, member, waitingSince: message(2).writtenAt })
  await settle()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('status').textContent).toBe('A new message from Grace Hopper')
  expect(screen.getByText(/^Waiting for a reply since/)).toBeTruthy()
})

test('the list shows waiting members with an excerpt, and the URL contains the search', async () => {
  const { user, requests, address } = await openList(
    conversationList([
      { lastAuthor: 'member', excerpt: 'Where do we meet?', waitingSince },
      { lastAuthor: 'company', excerpt: 'In Leeds.', waitingSince: null },
    ]),
    conversationList([]),
  )
  const [waits, answered] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(waits).toContain('Waiting for a reply: sent 29 minutes ago')
  expect(waits).toContain('Where do we meet?')
  expect(answered).toContain('Us: In Leeds.')
  expect(answered).not.toContain('Waiting')

  await user.type(screen.getByRole('searchbox', { name: 'Name or email address' }), ' grace & co ')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await settle()
  expect(requests[1]?.address).toBe('/api/admin/conversations?search=grace+%26+co')
  expect(address()).toBe('/admin/conversations?search=grace+%26+co')
  expect(screen.getByText('No conversations match your search.')).toBeTruthy()
})

test('an empty list shows a message', async () => {
  await openList(conversationList([]))
  expect(screen.getByText('No conversations yet.')).toBeTruthy()
})

function conversationWith(items: StaffMessage[], since: string | null) {
  return granted(getMemberConversation, { items, nextCursor: null, member, waitingSince: since })
}

type ListedConversation = { lastAuthor: 'member' | 'company'; excerpt: string; waitingSince: string | null }

function conversationList(conversations: ListedConversation[]) {
  const items = conversations.map((conversation, index) => ({
    ...conversation,
    member: { ...member, id: message(index).id },
    lastMessageAt: waitingSince,
    cancellationHint: null,
  }))
  return granted(listConversations, { items, nextCursor: null })
}

async function open(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  stopClock('2026-11-22T12:30:00Z')
  const stream = fakeStream(followMemberConversation)
  const remainingAnswers = [...answers]
  const { requests } = fakeServer(({ address }) => {
    if (address === `${url}/stream`) return stream.answer
    return remainingAnswers.shift() ?? 'unreachable'
  })
  const visited = visit(`/admin/conversations/${member.id}`, { '/admin/conversations/:memberId': page as never })
  await settle()
  const listRequests = () => requests.filter(({ address }) => !address.endsWith('/stream'))
  return { ...visited, stream, listRequests }
}

async function openList(...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  stopClock('2026-11-22T12:30:00Z')
  const { requests } = fakeServer(...answers)
  const visited = visit('/admin/conversations', { '/admin/conversations': listPage as never })
  await settle()
  return { ...visited, requests }
}
