import { expect, test } from 'vitest'
import { pickFirstSlots } from './first-slots.ts'

const now = new Date('2026-11-22T08:00:00.000Z')
const slotsAt = (...times: string[]) => times.map((time) => ({ startsAt: `2026-11-${time}:00.000Z` }))
const pick = (times: string[], timeZone = 'Europe/London') =>
  pickFirstSlots(slotsAt(...times), timeZone, now).map(({ day, slots }) => [
    day.slice(8),
    ...slots.map(({ startsAt }) => startsAt.slice(8, 16)),
  ])

test('the first slots are at least three hours apart, two a day, on the first three free days', () => {
  const days = ['23', '24', '26', '27'].flatMap((day) => [
    `${day}T09:00`,
    `${day}T09:15`,
    `${day}T11:59`,
    `${day}T12:00`,
    `${day}T16:00`,
  ])
  expect(pick(days)).toEqual([
    ['23', '23T09:00', '23T12:00'],
    ['24', '24T09:00', '24T12:00'],
    ['26', '26T09:00', '26T12:00'],
  ])
})

test('a day is the member’s own', () => {
  expect(pick(['24T00:00', '24T01:00'], 'America/New_York')).toEqual([['23', '24T00:00']])
  expect(pick(['23T09:00', '23T23:30'], 'Asia/Tokyo')).toEqual([
    ['23', '23T09:00'],
    ['24', '23T23:30'],
  ])
})

test('slots that can still be moved come first, and of those the ones in the member’s daytime', () => {
  expect(pick(['22T09:00', '23T07:59', '23T08:00'])).toEqual([['23', '23T08:00']])
  expect(pick(['23T08:00', '23T13:00', '24T02:00'], 'America/New_York')).toEqual([['23', '23T13:00']])
})

test('if there is nothing better, slots at night or too soon to move are offered', () => {
  expect(pick(['23T22:00'])).toEqual([['23', '23T22:00']])
  expect(pick(['22T09:00', '22T12:00'])).toEqual([['22', '22T09:00', '22T12:00']])
})

test('without free slots there is nothing to choose', () => expect(pick([])).toEqual([]))
