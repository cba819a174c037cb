import { expect, test } from 'vitest'
import { availability } from '#tests/support/web/availability.ts'
import { Availability } from './contract.ts'

const withHttps = 'Enter a link that starts with https://'
const inOnePiece = 'Enter the link without spaces or line breaks'
const finalCall = { packageId: 'my-future-basic', lineKey: 'final-call' }

test.each<[Partial<Availability>, string, string]>([
  [{ timeZone: 'Europe/Atlantis' }, 'timeZone', 'Choose a time zone from the list'],
  [{ weeklyHours: [hours(1, 600, 540)] }, 'weeklyHours.0.endsMinute', 'The end time must be after the start time'],
  [
    { weeklyHours: [hours(1, 600, 720), hours(2, 600, 720), hours(1, 540, 601)] },
    'weeklyHours.0.startsMinute',
    'These hours overlap with others on that day',
  ],
  [{ weeklyHours: [hours(1, 600, 1_441)] }, 'weeklyHours.0.endsMinute', 'Enter a time'],
  [{ daysOff: [dayOff('2999-02-30')] }, 'daysOff.0.day', 'Choose a day'],
  [{ daysOff: [0, 1].map(() => dayOff('2999-12-25')) }, 'daysOff.1.day', 'This day is already in the list'],
  [
    { daysOff: [dayOff('2999-12-24')] },
    'dateOverrides.0.day',
    'This is already a day off. Choose another day or remove the day off',
  ],
  [{ bufferMinutes: 1_440 }, 'bufferMinutes', 'Enter 120 minutes or less'],
  [{ horizonDays: 0 }, 'horizonDays', 'Enter 1 day or more'],
  [{ dailyLimit: 0 }, 'dailyLimit', 'Enter 1 session or more'],
  [{ sessions: [] }, 'sessions', 'Choose at least one session'],
  [{ sessions: [finalCall, finalCall] }, 'sessions.1', 'This session is already in the list'],
  [{ meetingUrl: 'http://meet.example.org' }, 'meetingUrl', withHttps],
  [{ meetingUrl: 'javascript:alert(1)' }, 'meetingUrl', withHttps],
  [{ meetingUrl: 'https://a:b@meet.example.org' }, 'meetingUrl', withHttps],
  [{ meetingUrl: 'https://meet.example.org/a\nda' }, 'meetingUrl', inOnePiece],
  [{ meetingUrl: 'https://meet.example.org/a da' }, 'meetingUrl', inOnePiece],
  [{ meetingUrl: 'https://meet.example.org/\u202Eada' }, 'meetingUrl', inOnePiece],
  [{ meetingUrl: 'https://meet.example.org/\u0007ada' }, 'meetingUrl', inOnePiece],
])('rejects %j with a message for the field', (change, field, message) => {
  const christmas = { dateOverrides: [{ day: '2999-12-24', startsMinute: 540, endsMinute: 720 }] }
  const { error } = Availability.safeParse(availability({ ...christmas, ...change }))
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]])
})

function hours(weekday: number, startsMinute: number, endsMinute: number) {
  return { weekday, startsMinute, endsMinute }
}

function dayOff(day: string) {
  return { day, reason: null }
}
