// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { configureSession } from '#platform/web/session.ts'
import { pass, settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, sessionOver } from '../../../../tests/web/fake-server.ts'
import { fakeStream } from '../../../../tests/web/fake-stream.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import {
  followNotifications,
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from '../contract.ts'
import { NotificationBell } from './public.tsx'
import { useBell } from './store.ts'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

test('the bell says how many notifications are unread', async () => {
  await open(told([welcome], 4))
  const bell = screen.getByRole('button', { name: 'Notifications, 4 unread' })
  expect(bell.textContent).toBe('4')
})

test('a bell with nothing unread has no number, and one with very much has room for two digits', async () => {
  await open(told([{ ...welcome, isRead: true }], 0))
  expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('')
  await open(told([welcome], 120))
  expect(screen.getByRole('button', { name: 'Notifications, 120 unread' }).textContent).toBe('99+')
})

test('below the bell stand the newest ones, with the way to all of them', async () => {
  await open(told([welcome, { ...welcome, id: other, title: 'Choose a package', isRead: true }], 1))
  const panel = within(panelOf())
  expect(panel.getByRole('link', { name: 'Welcome to your portal' }).getAttribute('href')).toBe('/portal/dashboard')
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent?.startsWith('Unread'))).toEqual([
    true,
    false,
  ])
  expect(panel.getByRole('link', { name: 'See all notifications' }).getAttribute('href')).toBe('/portal/notifications')
})

test('whoever follows a notification has read it', async () => {
  const { user, address, requests } = await open(told([welcome], 4), granted(readNotification, { unread: 3 }))
  await user.click(within(panelOf()).getByRole('link', { name: 'Welcome to your portal' }))
  await settle()
  expect(address()).toBe('/portal/dashboard')
  expect(requests[1]).toMatchObject({ method: 'POST', address: `/api/notifications/${welcome.id}/reading` })
  expect(useBell.getState().unread).toBe(3)
})

test('all that is shown is marked at once, and the keyboard stays where it was', async () => {
  const { user, requests } = await open(told([welcome], 4), granted(readAllNotifications, { unread: 0 }))
  const panel = panelOf()
  await user.click(within(panel).getByRole('button', { name: 'Mark all as read' }))
  await settle()
  expect(requests[1]).toMatchObject({ address: '/api/notifications/reading', body: { until: welcome.createdAt } })
  expect(panel.textContent).toContain('You have read everything.')
  expect(panel.textContent).not.toContain('Unread')
  expect(document.activeElement).toBe(panel)
})

test('a mark that fails says why, and the number stays', async () => {
  const { user } = await open(told([welcome], 4), { status: 503, code: 'service-away', message: 'Please wait.' })
  await user.click(within(panelOf()).getByRole('button', { name: 'Mark all as read' }))
  await settle()
  expect(toasts.error).toHaveBeenCalledWith('Please wait.')
  expect(screen.getByRole('button', { name: 'Notifications, 4 unread' })).toBeTruthy()
})

test('what comes while the page is open is on the bell and below it at once, and said to whoever hears the page', async () => {
  const { stream, user, requests } = await open(told([welcome], 1))
  await user.click(document.body)
  expect(saidAloud()).toBe('')

  stream.tell(told([{ ...welcome, id: other, title: 'Your session is tomorrow' }, welcome], 2))
  await settle()

  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy()
  expect(within(panelOf()).getAllByRole('link')[0]?.textContent).toBe('Your session is tomorrow')
  expect(saidAloud()).toBe('New notification: Your session is tomorrow')
  expect(document.activeElement).toBe(document.body)
  expect(requests).toHaveLength(1)
})

test('of several that come at once their number is said, and what is only read elsewhere is no news', async () => {
  const { stream } = await open(told([], 0))
  stream.tell(told([{ ...welcome, id: other }, welcome], 2))
  await settle()
  expect(saidAloud()).toBe('2 new notifications')

  stream.tell(told([{ ...welcome, id: other, isRead: true }, welcome], 1))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(saidAloud()).toBe('2 new notifications')
})

test('read in another tab, the button under the keyboard is gone: it stays at the panel', async () => {
  const { stream } = await open(told([welcome], 1))
  const panel = panelOf()
  within(panel).getByRole('button', { name: 'Mark all as read' }).focus()
  stream.tell(told([{ ...welcome, isRead: true }], 0))
  await settle()
  expect(document.activeElement).toBe(panel)
})

test('a stream that ends is followed again a moment later, with the session as it is then', async () => {
  const next = fakeStream(followNotifications)
  const { stream, requests } = await open(told([welcome], 4), next.answer)
  localStorage.setItem('authToken', 'renewed')
  stream.end()
  await pass(1_000)
  next.tell(told([welcome], 5))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy()
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer token', 'Bearer renewed'])
})

test('without a stream the bell asks, each time that one is not to be had, and ever less often', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const next = fakeStream(followNotifications)
  const { stream, requests } = await open(
    told([welcome], 4),
    granted(listNotifications, told([welcome], 5)),
    'unreachable',
    granted(listNotifications, told([welcome], 6)),
    next.answer,
  )
  stream.tear()
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy()
  await pass(2_000)
  expect(screen.getByRole('button', { name: 'Notifications, 6 unread' })).toBeTruthy()
  await pass(1_900)
  expect(requests).toHaveLength(4)
  await pass(2_100)
  next.tell(told([welcome], 7))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 7 unread' })).toBeTruthy()
})

test('a server that asks for patience gets it', async () => {
  const { requests } = await open(
    { status: 429, code: 'too-many-streams', message: 'Too many.', retryAfter: 60 },
    granted(listNotifications, told([welcome], 4)),
    fakeStream(followNotifications).answer,
  )
  expect(screen.getByRole('button', { name: 'Notifications, 4 unread' })).toBeTruthy()
  await pass(59_000)
  expect(requests).toHaveLength(2)
  await pass(1_000)
  expect(requests).toHaveLength(3)
})

test('a line on which nothing moves is given up, and a heart that beats keeps it', async () => {
  const { stream } = await open(told([welcome], 4), granted(listNotifications, told([welcome], 4)), 'unreachable')
  for (let time = 0; time < 3; time += 1) {
    await pass(45_000)
    stream.beat()
  }
  await settle()
  expect(stream.isOpen()).toBe(true)
  await pass(60_000)
  expect(stream.isOpen()).toBe(false)
})

test('a hidden page lets go of its line, and catches up when it is shown', async () => {
  const next = fakeStream(followNotifications)
  const { stream, requests } = await open(told([welcome], 4), next.answer)
  setHidden(true)
  await pass(600_000)
  expect([stream.isOpen(), requests.length]).toEqual([false, 1])

  setHidden(false)
  await settle()
  next.tell(told([{ ...welcome, id: other }, welcome], 5))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy()
})

test('a page that is left alone is told nothing by itself once its token has ended, until somebody is there', async () => {
  const { stream, requests } = await open(told([welcome], 4), fakeStream(followNotifications).answer)
  for (let beats = 0; beats < 12; beats += 1) {
    await pass(25_000)
    stream.beat()
  }
  stream.end()
  await pass(3_600_000)
  expect(requests).toHaveLength(1)

  act(() => void fireEvent.pointerMove(document.body))
  await settle()
  expect(requests).toHaveLength(2)
})

test('a token that has run out is renewed as for every call; a session that is over ends the page', async () => {
  const { ends, requests } = await openWith({ renewedTo: 'new' }, sessionOver, sessionOver)
  expect(requests.map(({ authorization }) => authorization)).toEqual(['Bearer token', 'Bearer new'])
  expect(ends).toHaveLength(1)
  await pass(120_000)
  expect(requests).toHaveLength(2)
})

test('a bell that cannot be read says so below it, and keeps what it knew', async () => {
  const { stream } = await open(told([welcome], 4), 'unreachable')
  stream.tear()
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 4 unread' })).toBeTruthy()
  expect(panelOf().textContent).toContain('Welcome to your portal')
  await open('unreachable', 'unreachable')
  expect(panelOf().textContent).toContain('We could not reach the server.')
})

test('a page that is left lets go of its line', async () => {
  const { stream } = await open(told([welcome], 4))
  cleanup()
  await settle()
  expect(stream.isOpen()).toBe(false)
})

test('somebody who was told nothing yet reads so', async () => {
  await open(told([], 0))
  expect(panelOf().textContent).toContain('You have no notifications yet.')
})

const other = '0196b3a0-0000-4000-8000-0000000000bb'
const welcome: Notification = {
  id: '0196b3a0-0000-4000-8000-0000000000aa',
  title: 'Welcome to your portal',
  text: 'Everything is here.',
  path: '/portal/dashboard',
  createdAt: '2026-03-02T09:00:00.000Z',
  isRead: false,
}

function told(items: Notification[], unread: number) {
  return { items, nextCursor: null, unread }
}

/** As it is once the browser has opened it, which jsdom cannot. */
function panelOf(): HTMLElement {
  document.querySelector('[popover]')?.removeAttribute('popover')
  return screen.getByRole('region', { name: 'Notifications' })
}

function saidAloud() {
  return document.querySelector('[aria-live=polite]')?.textContent
}

function setHidden(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  act(() => void fireEvent(document, new Event('visibilitychange')))
}

type Page = ReturnType<typeof told>

/** With what the stream says first, or with what is answered in place of one, and what is answered after that. */
async function open(first: Page | FakeAnswer, ...answers: FakeAnswer[]) {
  return openWith({ renewedTo: 'new' }, first, ...answers)
}

async function openWith({ renewedTo }: { renewedTo: string }, first: Page | FakeAnswer, ...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const ends: unknown[] = []
  configureSession({ renew: async () => renewedTo, onEnd: (end) => ends.push(end) })
  useBell.setState(useBell.getInitialState(), true)
  const stream = fakeStream(followNotifications)
  const page = typeof first === 'object' && 'items' in first ? first : undefined
  const { requests } = fakeServer(page ? stream.answer : (first as FakeAnswer), ...answers)
  const shown = visit('/portal', { '/portal': NotificationBell, '/portal/dashboard': NotificationBell })
  await settle()
  if (page) stream.tell(page)
  await settle()
  return { ...shown, requests, stream, ends }
}
