import { act, fireEvent, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { message } from '#tests/support/web/conversations.ts'
import { type FakeAnswer, fakeServer, granted, type SentRequest } from '#tests/support/web/fake-server.ts'
import { fakeStream } from '#tests/support/web/fake-stream.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { followConversation, getConversation, type Message, markConversationRead, sendMessage } from '../contract.ts'
import * as page from './messages-page.tsx'

/** The text of a message within its list item. */
const TEXT_SELECTOR = 'p + div p'

const answer = message(2, { author: 'company', text: 'An answer' })

test("the newest message is last and shows its author and its time in the member's time zone", async () => {
  await open({ pages: [conversation([answer, message(1)], { timeZone: 'America/New_York' })] })
  const [first, last] = screen.getAllByRole('listitem')
  expect(first?.textContent).toBe('YouSunday 22 November 2026 at 07:01Message 1')
  expect(last?.textContent).toBe('FutureWorld ConsultancySunday 22 November 2026 at 07:02An answer')
  expect(screen.getByText(/All times are New York time/)).toBeTruthy()
})

test('markup in a message is shown as text', async () => {
  const text = '<img src=x onerror=alert(1)>\nhttps://example.org'
  await open({ pages: [conversation([message(1, { text })])] })
  expect(screen.getByRole('listitem').querySelector(TEXT_SELECTOR)?.textContent).toBe(text)
  expect(screen.getByRole('listitem').querySelector('img, a')).toBeNull()
})

test('an empty conversation invites the member to write', async () => {
  await open({ pages: [conversation([])] })
  expect(screen.getByRole('heading', { name: 'Write to us' })).toBeTruthy()
  expect(screen.getByLabelText('Your first message')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByText(/You can reply to that email/)).toBeNull()
})

test('the page says that members can reply by email if such replies are accepted', async () => {
  await open({ pages: [conversation([], { acceptsEmail: true })] })
  expect(screen.getByText(/You can reply to that email/)).toBeTruthy()
})

test('earlier messages are loaded on request and shown above', async () => {
  const { user, requests } = await open({
    pages: [conversation([message(3)], { nextCursor: 'before' }), conversation([message(2), message(1)])],
  })
  await user.click(screen.getByRole('button', { name: 'Show earlier messages' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/conversation?cursor=before')
  expect(shownTexts()).toEqual(['Message 1', 'Message 2', 'Message 3'])
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Messages' }))
})

test('unread messages are marked as new and reported as read', async () => {
  const { requests } = await open({ pages: [conversation([{ ...answer, isUnread: true }, message(1)])] })
  expect(screen.getAllByText('New')).toHaveLength(1)
  expect(requests.find(({ address }) => address.endsWith('/read'))?.body).toEqual({ until: answer.writtenAt })
})

test('a hidden page does not mark messages as read', async () => {
  let visibility = 'hidden'
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  const { requests } = await open({ pages: [conversation([{ ...answer, isUnread: true }])] })
  const listReadRequests = () => requests.filter(({ address }) => address.endsWith('/read'))
  expect(listReadRequests()).toEqual([])
  visibility = 'visible'
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await settle()
  expect(listReadRequests()).toHaveLength(1)
})

test('a sent message appears last, and the field is cleared', async () => {
  const { user, requests } = await open({ pages: [conversation([message(1)])] })
  await user.type(screen.getByLabelText('Your message'), 'Which one?')
  expect(screen.getByText(/^10 of 5,000 characters/)).toBeTruthy()
  await send(user)
  expect(listSent(requests)).toMatchObject([{ text: 'Which one?', id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  expect(shownTexts()).toEqual(['Message 1', 'Which one?'])
  expect(screen.getByRole('status').textContent).toBe('Your message has been sent.')
  expect(messageField().value).toBe('')
})

test('a draft survives a reload and is shown to its author only', async () => {
  const { user } = await open({ pages: [conversation([])] })
  await user.type(messageField(), 'Half a sent')
  await open({ pages: [conversation([])], isReload: true })
  expect(messageField().value).toBe('Half a sent')
  givenSameTab({ ...ada, id: '0196b3a0-0000-7000-8000-000000000099' })
  await open({ pages: [conversation([])], isReload: true })
  expect(messageField().value).toBe('')
})

test('empty and overlong messages are not sent', async () => {
  const { user, requests } = await open({ pages: [conversation([])] })
  await send(user)
  expect(screen.getByText('Write something first')).toBeTruthy()
  fireEvent.change(messageField(), { target: { value: 'x'.repeat(5_002) } })
  expect(screen.queryByText('Write something first')).toBeNull()
  await send(user)
  expect(screen.getByText('Your message is 2 characters over the limit of 5,000')).toBeTruthy()
  expect(listSent(requests)).toEqual([])
})

test('a streamed answer is shown and announced', async () => {
  const { stream, requests } = await open({ pages: [conversation([message(1)])] })
  stream.send(conversationPage([{ ...answer, isUnread: true }, message(1)]))
  await settle()
  expect(shownTexts()).toEqual(['Message 1', 'An answer'])
  expect(screen.getByRole('status').textContent).toBe('A new message from FutureWorld Consultancy')
  expect(requests.filter(({ address }) => address === '/api/conversation')).toHaveLength(1)
})

test('a message from another window is shown without an announcement', async () => {
  const { stream } = await open({ pages: [conversation([message(1)])] })
  stream.send(conversationPage([message(2), message(1)]))
  await settle()
  expect(shownTexts()).toEqual(['Message 1', 'Message 2'])
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the page polls only if the stream breaks', async () => {
  const { stream, requests } = await open({
    pages: [conversation([message(1)]), conversation([{ ...answer, isUnread: true }, message(1)])],
  })
  const countRequests = () => requests.filter(({ address }) => address === '/api/conversation').length
  stream.send(conversationPage([message(1)]))
  await advanceClock(40_000)
  expect(countRequests()).toBe(1)
  stream.tear()
  await settle()
  expect(countRequests()).toBe(2)
  expect(shownTexts()).toEqual(['Message 1', 'An answer'])
  expect(screen.getByRole('status').textContent).toBe('A new message from FutureWorld Consultancy')
})

test('a message sent by email shows that files were left out and that it was truncated', async () => {
  await open({ pages: [conversation([message(1, { channel: 'mail', skippedFiles: 2, isTruncated: true })])] })
  const row = screen.getByRole('listitem').textContent
  expect(row).toContain(', by email')
  expect(row).toContain('We didn’t keep the 2 attachments from this email.')
  expect(row).toContain('so we’ve cut off the end.')
  expect(screen.getByRole('link', { name: 'My Bookings' }).getAttribute('href')).toBe('/portal/bookings')
})

test('if the conversation fails to load, the page shows an error', async () => {
  await open({ pages: ['unreachable'] })
  expect(screen.getByText('We couldn’t load this page')).toBeTruthy()
})

type Opening = { pages: FakeAnswer[]; sending?: FakeAnswer[]; isReload?: boolean }

async function open({ pages, sending = [], isReload = false }: Opening) {
  if (!isReload) givenMember()
  stopClock('2026-11-22T12:30:00Z')
  const remainingPages = [...pages]
  const sendingAnswers = [...sending]
  let last: FakeAnswer = 'unreachable'
  const stream = fakeStream(followConversation)
  const { requests } = fakeServer((request: SentRequest) => {
    const { address, body } = request
    if (address.endsWith('/read')) return granted(markConversationRead, { unread: 0 })
    if (address.startsWith('/api/notifications')) {
      return granted(listNotifications, { items: [], nextCursor: null, unread: 0 })
    }
    if (address.endsWith('/stream')) return stream.answer
    if (address.endsWith('/messages')) return sendingAnswers.shift() ?? messageSent(body as { text: string })
    last = remainingPages.shift() ?? last
    return last
  })
  const visited = visit('/portal/messages', { '/portal/messages': page as never })
  await settle()
  return { ...visited, requests, stream }
}

function messageSent({ text }: { text: string }) {
  return granted(sendMessage, message(9, { text }))
}

type Changes = { timeZone?: string; acceptsEmail?: boolean; nextCursor?: string }

function conversation(items: (Message & { isUnread: boolean })[], changes: Changes = {}) {
  return granted(getConversation, conversationPage(items, changes))
}

/** A conversation as it is sent in the stream and in the response. */
function conversationPage(items: (Message & { isUnread: boolean })[], changes: Changes = {}) {
  return {
    items,
    nextCursor: null,
    unread: 0,
    companyName: 'FutureWorld Consultancy',
    timeZone: 'Europe/London',
    acceptsEmail: false,
    ...changes,
  }
}

/** Logs in another user in the same tab. */
function givenSameTab(user: typeof ada) {
  const stored = Object.entries(sessionStorage)
  givenMember(user)
  for (const [key, value] of stored) sessionStorage.setItem(key, value)
}

async function send(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await settle()
}

function messageField() {
  return screen.getByRole<HTMLTextAreaElement>('textbox')
}

function shownTexts() {
  return screen.queryAllByRole('listitem').map((row) => row.querySelector(TEXT_SELECTOR)?.textContent)
}

function listSent(requests: SentRequest[]) {
  return requests
    .filter(({ address }) => address.endsWith('/messages'))
    .map(({ body }) => body as { id: string; text: string })
}
