import type { Availability } from './contract.ts'

/** There are no hours by default, so that members cannot book times that the consultant did not choose. */
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

type SessionTypeId = { packageId: string; lineKey: string }

/** For example "my-future-basic final-call". Neither part contains a space. */
export function sessionTypeKey({ packageId, lineKey }: SessionTypeId): string {
  return `${packageId} ${lineKey}`
}

/** @param chosen null if the consultant offers every session type in their services */
export function areOffered(chosen: SessionTypeId[] | null, offered: SessionTypeId[]): boolean {
  const offeredKeys = new Set(offered.map(sessionTypeKey))
  return (chosen ?? []).every((session) => offeredKeys.has(sessionTypeKey(session)))
}
