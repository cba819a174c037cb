import { expect, test } from 'vitest'
import { availability } from '#tests/support/web/availability.ts'
import { Availability } from '../contract.ts'
import { fieldOf, formatHours, fromDraft, toDraft } from './availability-draft.ts'

const saved = availability({
  timeZone: 'America/New_York',
  meetingUrl: 'https://meet.example.org/ada',
  weeklyHours: [
    { weekday: 1, startsMinute: 540, endsMinute: 720 },
    { weekday: 1, startsMinute: 780, endsMinute: 1_440 },
    { weekday: 7, startsMinute: 0, endsMinute: 60 },
  ],
  dateOverrides: [{ day: '2026-12-24', startsMinute: 540, endsMinute: 720 }],
  daysOff: [{ day: '2026-12-25', reason: 'Christmas' }],
  sessions: [{ packageId: 'my-future-basic', lineKey: 'final-call' }],
})

const makeIds = () => {
  let count = 0
  return () => {
    count += 1
    return `row-${count}`
  }
}

test('a draft converts back to the same availability', () => {
  expect(fromDraft(toDraft(saved, makeIds()))).toEqual(saved)
})

test('server error paths are mapped to the ids of the draft’s fields', () => {
  const draft = toDraft(saved, makeIds())
  expect(fieldOf('weeklyHours.1.endsMinute', draft)).toBe('row-2.ends')
  expect(fieldOf('dateOverrides.0.day', draft)).toBe('row-4.day')
  expect(fieldOf('dateOverrides.0.startsMinute', draft)).toBe('row-5.starts')
  expect(fieldOf('daysOff.0.reason', draft)).toBe('row-6.reason')
  expect(fieldOf('meetingUrl', draft)).toBe('meetingUrl')
})

test('a missing start or end time is rejected with an error for the field', () => {
  const draft = toDraft(saved, makeIds())
  draft.week[0] = [{ id: 'one', starts: '', ends: '' }]
  const { error } = Availability.safeParse(fromDraft(draft))
  expect(error?.issues).toMatchObject([
    { path: ['weeklyHours', 0, 'startsMinute'], message: 'Enter a time' },
    { path: ['weeklyHours', 0, 'endsMinute'], message: 'Enter a time' },
  ])
})

test('hours are listed in order, with the end of the day shown as midnight', () => {
  const hours = [
    { id: '1', starts: '13:00', ends: '00:00' },
    { id: '2', starts: '09:00', ends: '12:00' },
    { id: '3', starts: '', ends: '12:00' },
  ]
  expect(formatHours(hours)).toBe('09:00 to 12:00, 13:00 to midnight')
})
