import type { Availability, SessionType } from '#features/bookings/availability/contract.ts'

/** The availability of a consultant who works on Mondays from 9 to 5. */
export function availability(changes: Partial<Availability> = {}): Availability {
  return {
    version: 3,
    timeZone: 'Europe/London',
    bufferMinutes: 10,
    minimumNoticeMinutes: 720,
    horizonDays: 60,
    dailyLimit: null,
    meetingUrl: null,
    weeklyHours: [{ weekday: 1, startsMinute: 540, endsMinute: 1_020 }],
    dateOverrides: [],
    daysOff: [],
    sessions: null,
    ...changes,
  }
}

export const finalCall: SessionType = {
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE WEEK',
  lineKey: 'final-call',
  title: 'Final call',
  minutes: 30,
}
