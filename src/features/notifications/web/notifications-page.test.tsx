import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { listNotifications, markAllNotificationsRead, markNotificationRead, type Notification } from '../contract.ts'
import { updateBell, useBell } from './live-bell.ts'
import * as notificationsPage from './notifications-page.tsx'

test('each notification shows its age and whether it is unread', async () => {
  await open(listed([notification(1), notification(2, { isRead: true })], 1))
  expect(screen.getByText('1 unread')).toBeTruthy()
  const [unread, read] = screen.getAllByRole('listitem')
  expect(unread?.textContent).toContain('Unread: ')
  expect(unread?.textContent).toContain('1 hour ago')
  expect(read?.textContent).not.toContain('Unread')
  expect(read && within(read).queryByRole('button')).toBeNull()
})

test('a notification can be marked as read in place, and the focus does not move', async () => {
  const { user, requests } = await open(
    listed([notification(1), notification(2)], 2),
    granted(markNotificationRead, { unread: 1 }),
  )
  await user.click(screen.getByRole('button', { name: 'Mark as read: Notification 1' }))
  await settle()
  expect(requests[1]?.address).toBe(`/api/notifications/${notification(1).id}/read`)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).not.toContain('Unread')
  expect(second?.textContent).toContain('Unread')
  expect(screen.getByText('1 unread')).toBeTruthy()
  expect(document.activeElement).toBe(first)
})

test('marking all as read includes notifications loaded later', async () => {
  const { user } = await open(
    listed([notification(1)], 2, 'after-first'),
    listed([notification(2)], 2),
    granted(markAllNotificationsRead, { unread: 0 }),
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await settle()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('Unread'))).toEqual([
    false,
    false,
  ])
  const summary = screen.getByText('You’re all caught up.')
  expect(document.activeElement).toBe(summary)
})

test('new notifications appear at the top, and older ones that were loaded later stay', async () => {
  const { user } = await open(
    listed([notification(5), notification(6)], 4, 'after-first'),
    listed([notification(7), notification(8)], 4),
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  const third = screen.getByRole('button', { name: 'Mark as read: Notification 7' })
  third.focus()

  act(() => updateBell(page([notification(4), notification(5)], 5, 'after-fifth')))

  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(
    [4, 5, 6, 7, 8].map((number) => `Notification ${number}`),
  )
  expect(screen.getByText('5 unread')).toBeTruthy()
  expect(document.activeElement).toBe(third)
})

test('reading in another tab updates the whole list and does not move the focus', async () => {
  const { user } = await open(listed([notification(1)], 2, 'after-first'), listed([notification(2)], 2))
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  act(() => void (document.activeElement as HTMLElement).blur())

  act(() => updateBell(page([notification(1, { isRead: true })], 0, 'after-first')))

  expect(screen.getByText('You’re all caught up.')).toBeTruthy()
  expect(screen.getAllByRole('listitem').some(({ textContent }) => textContent?.includes('Unread'))).toBe(false)
  expect(document.activeElement).toBe(document.body)
})

test('if more new notifications arrive than fit on one page, the list restarts at the first page', async () => {
  await open(listed([notification(8)], 1))
  act(() => updateBell(page([notification(1), notification(2)], 8, 'after-second')))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy()
})

test('if there are no notifications, the page shows an empty state', async () => {
  await open(listed([], 0))
  expect(screen.getByText('No notifications yet')).toBeTruthy()
})

/** A lower number is newer. */
function notification(number: number, changes: Partial<Notification> = {}): Notification {
  return {
    id: `0196b3a0-0000-4000-8000-00000000000${number}`,
    title: `Notification ${number}`,
    text: 'About it.',
    path: '/portal/dashboard',
    createdAt: `2026-03-02T09:00:00.${900 - number}Z`,
    isRead: false,
    ...changes,
  }
}

function page(items: Notification[], unread: number, nextCursor: string | null = null) {
  return { items, nextCursor, unread }
}

function listed(...pageArguments: Parameters<typeof page>) {
  return granted(listNotifications, page(...pageArguments))
}

async function open(...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.900Z')
  givenMember()
  useBell.setState(useBell.getInitialState(), true)
  const { requests } = fakeServer(...answers)
  const visited = visit('/portal/notifications', { '/portal/notifications': notificationsPage })
  await settle()
  return { ...visited, requests }
}
