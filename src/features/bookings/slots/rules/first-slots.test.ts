import { expect, test } from 'vitest'
import { pickFirstSlots } from './first-slots.ts'

const slotsAt = (...times: string[]) => times.map((time) => ({ startsAt: `2026-11-${time}:00.000Z` }))
const pick = (times: string[], timeZone = 'Europe/London') =>
  pickFirstSlots(slotsAt(...times), timeZone).map(({ day, slots }) => [
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
  expect(pick(['23T23:00', '24T01:00'], 'America/New_York')).toEqual([['23', '23T23:00']])
  expect(pick(['23T09:00', '23T15:30'], 'Asia/Tokyo')).toEqual([
    ['23', '23T09:00'],
    ['24', '23T15:30'],
  ])
})

test('without free slots there is nothing to choose', () => expect(pick([])).toEqual([]))
