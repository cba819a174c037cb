import type { MemberContext } from '#platform/server/context.ts'
import type { DataKeys } from '#platform/server/data-keys.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type ImportedCalendar, MAX_CALENDARS, readCalendarAddress } from '../contract.ts'
import { calendarName } from '../rules.ts'
import { openAddress, sealAddress } from './seal-addresses.ts'
import {
  deleteAccountCalendar,
  insertCalendar,
  listConsultantCalendars,
  lockAvailability,
  type StoredCalendar,
} from './store.ts'

/** The job does not fail if a calendar cannot be read, because the next run imports it again. */
export const importCalendarQueue: Queue<{ calendarId: string }> = {
  name: 'import-calendar',
  retryDelay: 60,
  retryLimit: 2,
}

/** Each new calendar is fetched immediately. The limit stops anyone from using us to flood other servers. */
const ADD_CALENDAR_RATE_LIMIT: RateLimit = { name: 'calendar-added', attempts: 20, seconds: 3_600 }

/** Adds a calendar for the consultant, which is imported immediately and then every 15 minutes. */
export async function addCalendar(context: MemberContext, address: string): Promise<ImportedCalendar> {
  const { db, actor, jobs, limits, dataKeys } = context
  const url = readCalendarAddress(address)
  if (!url) throw new Error('The contract did not reject an invalid address')
  url.hash = ''
  await limits.count(ADD_CALENDAR_RATE_LIMIT, actor.memberId)
  return db.transaction().execute(async (tx) => {
    const consultant = await lockAvailability(tx, actor.memberId)
    if (!consultant) throw new Refused('no-availability')
    const existing = await listConsultantCalendars(tx, { accountId: actor.memberId })
    if (existing.some((calendar) => openAddress(dataKeys, calendar) === url.href))
      throw new Refused('calendar-already-added')
    if (existing.length >= MAX_CALENDARS) throw new Refused('too-many-calendars')
    const { consultantId } = consultant
    const id = await insertCalendar(tx, consultantId, sealAddress(dataKeys, consultantId, url.href))
    await jobs.send(tx, importCalendarQueue, { calendarId: id })
    return showCalendar({ id, url: url.href, fetchedAt: null, problem: null, busyTimes: 0 })
  })
}

export async function listCalendars({ db, dataKeys, actor }: MemberContext): Promise<ImportedCalendar[]> {
  return openCalendars(dataKeys, await listConsultantCalendars(db, { accountId: actor.memberId })).map(showCalendar)
}

export type OpenCalendar = Omit<StoredCalendar, 'consultantId' | 'address'> & { url: string }

/** Decrypts the addresses and sorts the calendars by them. */
export function openCalendars(dataKeys: DataKeys, calendars: StoredCalendar[]): OpenCalendar[] {
  return calendars
    .map((calendar) => ({ ...calendar, url: openAddress(dataKeys, calendar) }))
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}

export function showCalendar({ id, url, fetchedAt, problem, busyTimes }: OpenCalendar): ImportedCalendar {
  return { id, name: calendarName(url), readAt: fetchedAt?.toISOString() ?? null, problem, busyTimes }
}

export async function deleteCalendar({ db, actor }: MemberContext, calendarId: string): Promise<null> {
  if (!(await deleteAccountCalendar(db, actor.memberId, calendarId))) throw new Refused('calendar-not-found')
  return null
}
