// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { listNotifications, type Notification, readAllNotifications, readNotification } from '../contract.ts'
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
  const { user, address, requests } = await open(
    told([welcome], 4),
    granted(readNotification, { unread: 3 }),
    told([{ ...welcome, isRead: true }], 3),
  )
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

test('the number is looked up again when somebody comes back to the window', async () => {
  await open(told([welcome], 4), told([welcome], 5))
  act(() => void fireEvent.focus(window))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy()
})

test('of two answers that overtake each other the later question counts', async () => {
  let answerFirst = (_: Awaited<FakeAnswer>) => {}
  const first = new Promise<Exclude<FakeAnswer, 'unreachable' | Promise<unknown>>>((resolve) => {
    answerFirst = resolve as never
  })
  await open(first, told([welcome], 5))
  act(() => void fireEvent.focus(window))
  await settle()
  answerFirst(told([welcome], 1))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 5 unread' })).toBeTruthy()
})

test('a bell that cannot be read says so below it, and keeps what it knew', async () => {
  await open('unreachable')
  expect(panelOf().textContent).toContain('We could not reach the server.')
  await open(told([welcome], 4), 'unreachable')
  act(() => void fireEvent.focus(window))
  await settle()
  expect(screen.getByRole('button', { name: 'Notifications, 4 unread' })).toBeTruthy()
  expect(panelOf().textContent).toContain('Welcome to your portal')
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
  return granted(listNotifications, { items, nextCursor: null, unread })
}

/** As it is once the browser has opened it, which jsdom cannot. */
function panelOf(): HTMLElement {
  document.querySelector('[popover]')?.removeAttribute('popover')
  return screen.getByRole('region', { name: 'Notifications' })
}

async function open(...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  useBell.setState(useBell.getInitialState(), true)
  const { requests } = fakeServer(...answers)
  const shown = visit('/portal', { '/portal': NotificationBell, '/portal/dashboard': NotificationBell })
  await settle()
  return { ...shown, requests }
}
