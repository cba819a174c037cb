import { expect, test } from 'vitest'
import type { Notification } from './contract.ts'
import { isBeyond, joinFirstPage, newsSince } from './rules.ts'

test('what was told later and is not read is news', () => {
  const known = [told(1), told(0)]
  expect(idsOf(newsSince(known, page([told(3, true), told(2), told(1)])))).toEqual([2])
})

test('told at the same instant as what is known is news as well; what is known is not', () => {
  const same = { ...told(2), createdAt: told(1).createdAt }
  expect(idsOf(newsSince([told(1)], page([same, told(1)])))).toEqual([2])
})

test('nothing is news to whoever knew nothing, and everything to whoever knew that there was nothing', () => {
  expect(newsSince(null, page([told(1)]))).toEqual([])
  expect(idsOf(newsSince([], page([told(1)])))).toEqual([1])
})

test('what was taken back makes nothing older news', () => {
  expect(newsSince([told(2), told(1)], page([told(1), told(0)]))).toEqual([])
})

test('the first page replaces its part of a list, and what is older stays below it', () => {
  const shown = [told(4), told(3), told(2), told(1)]
  const now = page([told(5), told(4, true), told(2)], { nextCursor: 'more', unread: 3 })
  expect(joinFirstPage(now, shown).map(({ id, isRead }) => [id, isRead])).toEqual([
    ['5', false],
    ['4', true],
    ['2', false],
    ['1', false],
  ])
})

test('where all that is unread stands on the first page, everything older is read', () => {
  const now = page([told(3), told(2)], { nextCursor: 'more', unread: 2 })
  expect(joinFirstPage(now, [told(1)]).at(-1)).toMatchObject({ id: '1', isRead: true })
})

test('a first page without a next one is all there is', () => {
  expect(idsOf(joinFirstPage(page([told(2)]), [told(2), told(1)]))).toEqual([2])
  expect(joinFirstPage(page([]), [told(1)])).toEqual([])
})

test('a list is beyond the first page where something may lie between them', () => {
  const now = page([told(5), told(4)], { nextCursor: 'more', unread: 0 })
  expect(isBeyond(now, [told(3)])).toBe(true)
  expect(isBeyond(now, [told(4)])).toBe(false)
  expect(isBeyond(page([told(5)]), [told(3)])).toBe(false)
  expect(isBeyond(now, [])).toBe(false)
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
