import { expect, test } from 'vitest'
import type { Notification } from './contract.ts'
import { findNewNotifications, hasGap, joinFirstPage } from './rules.ts'

test('unread notifications later than those already listed are new', () => {
  const known = [notification(1), notification(0)]
  expect(toIds(findNewNotifications(known, page([notification(3, true), notification(2), notification(1)])))).toEqual([
    2,
  ])
})

test('a notification created at the same instant as one already listed is new', () => {
  const simultaneous = { ...notification(2), createdAt: notification(1).createdAt }
  expect(toIds(findNewNotifications([notification(1)], page([simultaneous, notification(1)])))).toEqual([2])
})

test('no notification is new before the first load, and all are new after an empty list', () => {
  expect(findNewNotifications(null, page([notification(1)]))).toEqual([])
  expect(toIds(findNewNotifications([], page([notification(1)])))).toEqual([1])
})

test('a withdrawn notification does not make older ones new', () => {
  expect(findNewNotifications([notification(2), notification(1)], page([notification(1), notification(0)]))).toEqual([])
})

test('the first page replaces the start of the list and keeps older entries', () => {
  const visible = [notification(4), notification(3), notification(2), notification(1)]
  const firstPage = page([notification(5), notification(4, true), notification(2)], { nextCursor: 'more', unread: 3 })
  expect(joinFirstPage(firstPage, visible).map(({ id, isRead }) => [id, isRead])).toEqual([
    ['5', false],
    ['4', true],
    ['2', false],
    ['1', false],
  ])
})

test('older entries are marked as read if the first page contains every unread entry', () => {
  const firstPage = page([notification(3), notification(2)], { nextCursor: 'more', unread: 2 })
  expect(joinFirstPage(firstPage, [notification(1)]).at(-1)).toMatchObject({ id: '1', isRead: true })
})

test('a first page without a next page is the whole list', () => {
  expect(toIds(joinFirstPage(page([notification(2)]), [notification(2), notification(1)]))).toEqual([2])
  expect(joinFirstPage(page([]), [notification(1)])).toEqual([])
})

test('a list has a gap if entries may be missing after the first page', () => {
  const firstPage = page([notification(5), notification(4)], { nextCursor: 'more', unread: 0 })
  expect(hasGap(firstPage, [notification(3)])).toBe(true)
  expect(hasGap(firstPage, [notification(4)])).toBe(false)
  expect(hasGap(page([notification(5)]), [notification(3)])).toBe(false)
  expect(hasGap(firstPage, [])).toBe(false)
})

function notification(number: number, isRead = false): Notification {
  return {
    id: String(number),
    title: `Notification ${number}`,
    text: '',
    path: '/portal',
    createdAt: `2026-03-02T09:00:0${number}.000Z`,
    isRead,
  }
}

function page(items: Notification[], changes: Partial<Parameters<typeof joinFirstPage>[0]> = {}) {
  return { items, nextCursor: null, unread: items.filter(({ isRead }) => !isRead).length, ...changes }
}

function toIds(items: Notification[]): number[] {
  return items.map(({ id }) => Number(id))
}
