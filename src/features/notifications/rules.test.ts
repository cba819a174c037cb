import { expect, test } from 'vitest'
import type { Notification } from './contract.ts'
import { findNewNotifications, hasGap, joinFirstPage } from './rules.ts'

test('later unread notifications are new', () => {
  const known = [told(1), told(0)]
  expect(idsOf(findNewNotifications(known, page([told(3, true), told(2), told(1)])))).toEqual([2])
})

test('a notification at the same instant as a known one is new', () => {
  const same = { ...told(2), createdAt: told(1).createdAt }
  expect(idsOf(findNewNotifications([told(1)], page([same, told(1)])))).toEqual([2])
})

test('nothing is new before the first load, and everything is new after an empty one', () => {
  expect(findNewNotifications(null, page([told(1)]))).toEqual([])
  expect(idsOf(findNewNotifications([], page([told(1)])))).toEqual([1])
})

test('a withdrawn notification does not make older ones new', () => {
  expect(findNewNotifications([told(2), told(1)], page([told(1), told(0)]))).toEqual([])
})

test('the first page replaces its part of the list and keeps older entries', () => {
  const shown = [told(4), told(3), told(2), told(1)]
  const now = page([told(5), told(4, true), told(2)], { nextCursor: 'more', unread: 3 })
  expect(joinFirstPage(now, shown).map(({ id, isRead }) => [id, isRead])).toEqual([
    ['5', false],
    ['4', true],
    ['2', false],
    ['1', false],
  ])
})

test('older entries are read if the first page holds every unread one', () => {
  const now = page([told(3), told(2)], { nextCursor: 'more', unread: 2 })
  expect(joinFirstPage(now, [told(1)]).at(-1)).toMatchObject({ id: '1', isRead: true })
})

test('a first page without a next page is the whole list', () => {
  expect(idsOf(joinFirstPage(page([told(2)]), [told(2), told(1)]))).toEqual([2])
  expect(joinFirstPage(page([]), [told(1)])).toEqual([])
})

test('a list has a gap if entries may be missing after the first page', () => {
  const now = page([told(5), told(4)], { nextCursor: 'more', unread: 0 })
  expect(hasGap(now, [told(3)])).toBe(true)
  expect(hasGap(now, [told(4)])).toBe(false)
  expect(hasGap(page([told(5)]), [told(3)])).toBe(false)
  expect(hasGap(now, [])).toBe(false)
})

function told(number: number, isRead = false): Notification {
  return {
    id: String(number),
    title: `Notification ${number}`,
    text: '',
    path: '/portal',
    createdAt: `2026-03-02T09:00:0${number}.000Z`,
    isRead,
  }
}

function page(items: Notification[], rest: Partial<Parameters<typeof joinFirstPage>[0]> = {}) {
  return { items, nextCursor: null, unread: items.filter(({ isRead }) => !isRead).length, ...rest }
}

function idsOf(items: Notification[]): number[] {
  return items.map(({ id }) => Number(id))
}
