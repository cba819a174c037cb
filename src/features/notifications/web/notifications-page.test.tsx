// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import { listNotifications, type Notification, readAllNotifications, readNotification } from '../contract.ts'
import * as page from './notifications-page.tsx'
import { useBell } from './store.ts'

test('the page tells what is unread and what is read, and when it was told', async () => {
  await open(told([notification(1), notification(2, { isRead: true })], 1))
  expect(screen.getByText('1 unread')).toBeTruthy()
  const [unread, read] = screen.getAllByRole('listitem')
  expect(unread?.textContent).toContain('Unread: ')
  expect(unread?.textContent).toContain('1 hour ago')
  expect(read?.textContent).not.toContain('Unread')
  expect(read && within(read).queryByRole('button')).toBeNull()
})

test('one is marked as read without following it, and the keyboard stays on it', async () => {
  const { user, requests } = await open(
    told([notification(1), notification(2)], 2),
    granted(readNotification, { unread: 1 }),
  )
  await user.click(screen.getByRole('button', { name: 'Mark as read: Notification 1' }))
  await settle()
  expect(requests[1]?.address).toBe(`/api/notifications/${notification(1).id}/reading`)
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).not.toContain('Unread')
  expect(second?.textContent).toContain('Unread')
  expect(screen.getByText('1 unread')).toBeTruthy()
  expect(document.activeElement).toBe(first)
})

test('all are marked at once, those that were loaded later as well', async () => {
  const { user } = await open(
    told([notification(1)], 2, 'after-first'),
    told([notification(2)], 2),
    granted(readAllNotifications, { unread: 0 }),
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await settle()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('Unread'))).toEqual([
    false,
    false,
  ])
  const words = screen.getByText('You have read everything.')
  expect(document.activeElement).toBe(words)
})

test('somebody who was told nothing yet reads so', async () => {
  await open(told([], 0))
  expect(screen.getByText('You have no notifications yet')).toBeTruthy()
})

test('a list that cannot be loaded says why', async () => {
  await open({ status: 503, code: 'service-away', message: 'Please try again in a minute.' })
  expect(screen.getByRole('alert').textContent).toContain('Please try again in a minute.')
})

/** The lower its number, the newer. */
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

function told(items: Notification[], unread: number, nextCursor: string | null = null) {
  return granted(listNotifications, { items, nextCursor, unread })
}

async function open(...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.900Z')
  givenMember()
  useBell.setState(useBell.getInitialState(), true)
  const { requests } = fakeServer(...answers)
  const shown = visit('/portal/notifications', { '/portal/notifications': page })
  await settle()
  return { ...shown, requests }
}
