import type { Availability } from './contract.ts'

/** Has no hours, so that members cannot book any that the consultant did not choose. */
export const DEFAULT_AVAILABILITY: Omit<Availability, 'timeZone'> = {
  version: 0,
  bufferMinutes: 10,
  minimumNoticeMinutes: 12 * 60,
  horizonDays: 60,
  dailyLimit: null,
  meetingUrl: null,
  weeklyHours: [],
  dateOverrides: [],
  daysOff: [],
  sessions: null,
}
