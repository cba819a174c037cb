import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { fakeStream } from '#tests/support/web/fake-stream.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  followNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from '../contract.ts'
import { useBell } from './live-bell.ts'
import { NotificationBell } from './public.tsx'

const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: toasts }))

test('the bell shows the number of unread notifications', async () => {
  await open(firstPage([welcome], 4))
  const bell = screen.getByRole('button', { name: 'Notifications, 4 unread' })
  expect(bell.textContent).toBe('4')
})

test('the bell shows no number if nothing is unread, and 99+ above 99', async () => {
  await open(firstPage([{ ...welcome, isRead: true }], 0))
  expect(screen.getByRole('button', { name: 'Notifications' }).textContent).toBe('')
  await open(firstPage([welcome], 120))
  expect(screen.getByRole('button', { name: 'Notifications, 120 unread' }).textContent).toBe('99+')
})

test('the panel shows the newest notifications and a link to the full list', async () => {
  await open(firstPage([welcome, { ...welcome, id: otherId, title: 'Choose a package', isRead: true }], 1))
  const panel = within(showPanel())
  expect(panel.getByRole('link', { name: 'Welcome to your portal' }).getAttribute('href')).toBe('/portal/dashboard')
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent?.startsWith('Unread'))).toEqual([
    true,
    false,
  ])
  expect(panel.getByRole('link', { name: 'See all notifications' }).getAttribute('href')).toBe('/portal/notifications')
})

test('following a notification’s link marks it as read', async () => {
  const { user, address, requests } = await open(firstPage([welcome], 4), granted(markNotificationRead, { unread: 3 }))
  await user.click(within(showPanel()).getByRole('link', { name: 'Welcome to your portal' }))
  await settle()
  expect(address()).toBe('/portal/dashboard')
  expect(requests[1]).toMatchObject({ method: 'POST', address: `/api/notifications/${welcome.id}/read` })
  expect(useBell.getState().unread).toBe(3)
})

test('marking all as read keeps focus in the panel', async () => {
  const { user, requests } = await open(firstPage([welcome], 4), granted(markAllNotificationsRead, { unread: 0 }))
  const panel = showPanel()
  await user.click(within(panel).getByRole('button', { name: 'Mark all as read' }))
  await settle()
  expect(requests[1]).toMatchObject({ address: '/api/notifications/read', body: { until: welcome.createdAt } })
  expect(panel.textContent).toContain('You’re all caught up.')
  expect(panel.textContent).not.toContain('Unread')
  expect(document.activeElement).toBe(panel)
})

test('if marking as read fails, the panel shows the reason and keeps the count', async () => {
  const { user } = await open(firstPage([welcome], 4), {
    status: 503,
    code: 'service-unavailable',
    message: 'Please wait.',
  })
  await user.click(within(showPanel()).getByRole('button', { name: 'Mark all as read' }))
  await settle()
  expect(toasts.error).toHaveBeenCalledWith('Please wait.')
  expect(screen.getByRole('button', { name: 'Notifications, 4 unread' })).toBeTruthy()
})

test('a new notification appears in the bell and is announced', async () => {
  const { stream, user, requests } = await open(firstPage([welcome], 1))
  await user.click(document.body)
  expect(readAnnouncement()).toBe('')

  stream.send(firstPage([{ ...welcome, id: otherId, title: 'Your session is tomorrow' }, welcome], 2))
  await settle()

  expect(screen.getByRole('button', { name: 'Notifications, 2 unread' })).toBeTruthy()
  expect(within(showPanel()).getAllByRole('link')[0]?.textContent).toBe('Your session is tomorrow')
  expect(readAnnouncement()).toBe('New notification: Your session is tomorrow')
  expect(document.activeElement).toBe(document.body)
  expect(requests).toHaveLength(1)
})

test('if there are several new notifications, their number is announced; reading elsewhere is not announced', async () => {
  const { stream } = await open(firstPage([], 0))
  stream.send(firstPage([{ ...welcome, id: otherId }, welcome], 2))
  await settle()
  expect(readAnnouncement()).toBe('2 new notifications')

  stream.send(firstPage([{ ...welcome, id: otherId, isRead: true }, welcome], 1))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 1 unread' })).toBeTruthy()
  expect(readAnnouncement()).toBe('2 new notifications')
})

test('if the focused button disappears, focus moves to the panel', async () => {
  const { stream } = await open(firstPage([welcome], 1))
  const panel = showPanel()
  within(panel).getByRole('button', { name: 'Mark all as read' }).focus()
  stream.send(firstPage([{ ...welcome, isRead: true }], 0))
  await settle()
  expect(document.activeElement).toBe(panel)
})

test('if the stream breaks, the bell loads its notifications with a request', async () => {
  const { stream } = await open(firstPage([welcome], 4), granted(listNotifications, firstPage([welcome], 5)))
  stream.tear()
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy()
})

test('if the bell fails to load, it shows an error and keeps its state', async () => {
  const { stream } = await open(firstPage([welcome], 4), 'unreachable')
  stream.tear()
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 4 unread' })).toBeTruthy()
  expect(showPanel().textContent).toContain('Welcome to your portal')
  await open('unreachable', 'unreachable')
  expect(showPanel().textContent).toContain('We couldn’t reach the server.')
})

test('leaving the page closes the stream', async () => {
  const { stream } = await open(firstPage([welcome], 4))
  cleanup()
  await settle()
  expect(stream.isOpen()).toBe(false)
})

test('if there are no notifications, the bell shows an empty state', async () => {
  await open(firstPage([], 0))
  expect(showPanel().textContent).toContain('No notifications yet.')
})

const otherId = '0196b3a0-0000-4000-8000-0000000000bb'
const welcome: Notification = {
  id: '0196b3a0-0000-4000-8000-0000000000aa',
  title: 'Welcome to your portal',
  text: 'Everything is here.',
  path: '/portal/dashboard',
  createdAt: '2026-03-02T09:00:00.000Z',
  isRead: false,
}

function firstPage(items: Notification[], unread: number) {
  return { items, nextCursor: null, unread }
}

/** The panel as an open popover; jsdom cannot open one. */
function showPanel(): HTMLElement {
  document.querySelector('[popover]')?.removeAttribute('popover')
  return screen.getByRole('region', { name: 'Notifications' })
}

function readAnnouncement() {
  return document.querySelector('[aria-live=polite]')?.textContent
}

type Page = ReturnType<typeof firstPage>

/** Opens the page with the stream's first message, or with another response instead, and later responses. */
async function open(firstAnswer: Page | FakeAnswer, ...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  useBell.setState(useBell.getInitialState(), true)
  const stream = fakeStream(followNotifications)
  const page = typeof firstAnswer === 'object' && 'items' in firstAnswer ? firstAnswer : undefined
  const { requests } = fakeServer(page ? stream.answer : (firstAnswer as FakeAnswer), ...answers)
  const visited = visit('/portal', { '/portal': NotificationBell, '/portal/dashboard': NotificationBell })
  await settle()
  if (page) stream.send(page)
  await settle()
  return { ...visited, requests, stream }
}
