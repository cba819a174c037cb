import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { isTimeZone } from '#platform/shared/time-zone.ts'
import { type BusySpan, mergeSpans } from '../rules/calendar.ts'

/** For a whole calendar. */
const MOST_OCCURRENCES = 5_000
/** A daily event of 1970 needs 20,000 to come to the present. */
const MOST_STEPS = 200_000

export type CalendarText = {
  text: string
  /** Of the consultant: for whole days, and for times without a zone. */
  timeZone: string
  /** Only what lies between counts. */
  from: Date
  until: Date
}

export type ExpandedCalendar =
  | { state: 'read'; busy: BusySpan[]; unread: number }
  | { state: 'not-a-calendar' }
  | { state: 'too-many-events' }

class TooMany extends Error {}

/**
 * When somebody is busy, as their calendar says (RFC 5545). A rule can be written so that a single step of it never ends:
 * call it only where it can be stopped, see `read-busy-times.ts`.
 */
export function expandCalendar({ text, timeZone, from, until }: CalendarText): ExpandedCalendar {
  const calendars = parse(text)
  if (!calendars) return { state: 'not-a-calendar' }
  const reading: Reading = { timeZone, from, until, busy: [], steps: 0 }
  let unread = 0
  try {
    for (const calendar of calendars) unread += readCalendar(reading, calendar)
  } catch (error) {
    if (error instanceof TooMany) return { state: 'too-many-events' }
    throw error
  }
  return { state: 'read', busy: mergeSpans(reading.busy), unread }
}

type Reading = { timeZone: string; from: Date; until: Date; busy: BusySpan[]; steps: number }

function parse(text: string): ICAL.Component[] | undefined {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return undefined
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, ''))
    // One calendar is a component, several are a list of them.
    const roots = typeof parsed[0] === 'string' ? [parsed] : parsed
    return roots.map((root: never) => new ICAL.Component(root))
  } catch {
    return undefined
  }
}

/** @returns how many of its events could not be understood */
function readCalendar(reading: Reading, calendar: ICAL.Component): number {
  const events = calendar.getAllSubcomponents('vevent')
  const replaced = replacedOccurrences(reading, events)
  let unread = 0
  for (const event of events) if (!isUnderstood(() => readEvent(reading, event, replaced))) unread += 1
  for (const list of calendar.getAllSubcomponents('vfreebusy')) {
    if (!isUnderstood(() => readFreeBusy(reading, list))) unread += 1
  }
  return unread
}

function isUnderstood(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof TooMany) throw error
    return false
  }
}

/** Single occurrences that stand as an event of their own, moved or cancelled: "uid moment". */
function replacedOccurrences(reading: Reading, events: ICAL.Component[]): Set<string> {
  const replaced = new Set<string>()
  for (const event of events) {
    const id = event.getFirstProperty('recurrence-id')
    if (id) isUnderstood(() => replaced.add(occurrenceKey(event, momentOf(reading, id, timeOf(id)))))
  }
  return replaced
}

function occurrenceKey(event: ICAL.Component, moment: number): string {
  return `${event.getFirstPropertyValue('uid')} ${moment}`
}

function readEvent(reading: Reading, event: ICAL.Component, replaced: Set<string>): void {
  if (!isBusy(event)) return
  const start = event.getFirstProperty('dtstart')
  if (!start) throw new Error('An event has no start')
  const isSeries = event.hasProperty('rrule') || event.hasProperty('rdate')
  if (isSeries && !event.hasProperty('recurrence-id')) readSeries(reading, event, start, replaced)
  else addOccurrence(reading, event, start, timeOf(start))
}

function readSeries(reading: Reading, event: ICAL.Component, start: ICAL.Property, replaced: Set<string>): void {
  const excluded = excludedMoments(reading, event)
  // Known by now; the library looks at each of them only once, and in order.
  event.removeAllProperties('exdate')
  for (const time of occurrencesNear(reading, event, start)) {
    const moment = momentOf(reading, start, time)
    if (excluded.has(moment) || excluded.has(dayOf(time)) || replaced.has(occurrenceKey(event, moment))) continue
    addOccurrence(reading, event, start, time)
  }
}

/** Those that may touch the time that counts, and a few around it. */
function* occurrencesNear(reading: Reading, event: ICAL.Component, start: ICAL.Property): Generator<ICAL.Time> {
  const first = reading.from.getTime() - lengthOf(reading, event, start) - TWO_DAYS
  const last = reading.until.getTime() + TWO_DAYS
  // Without `exceptions` it would look through all events of the calendar for each one.
  const occurrences = new ICAL.Event(event, { exceptions: [] }).iterator(timeOf(start))
  for (let time = occurrences.next(); time && roughly(time) <= last; time = occurrences.next()) {
    countStep(reading)
    if (roughly(time) >= first) yield time
  }
}

function isBusy(event: ICAL.Component): boolean {
  const says = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  return says('transp') !== 'TRANSPARENT' && says('status') !== 'CANCELLED'
}

function countStep(reading: Reading): void {
  reading.steps += 1
  if (reading.steps > MOST_STEPS) throw new TooMany()
}

const TWO_DAYS = 2 * 86_400_000

/** Right to a day whatever the zone is, and found without asking for the zone. */
function roughly({ year, month, day }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day)
}

/** What is left out of a series: moments, or whole days. */
function excludedMoments(reading: Reading, event: ICAL.Component): Set<number | string> {
  const excluded = new Set<number | string>()
  for (const property of event.getAllProperties('exdate')) {
    for (const time of property.getValues() as ICAL.Time[]) {
      excluded.add(time.isDate ? dayOf(time) : momentOf(reading, property, time))
    }
  }
  return excluded
}

function dayOf({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`
}

function addOccurrence(reading: Reading, event: ICAL.Component, start: ICAL.Property, time: ICAL.Time): void {
  const from = momentOf(reading, start, time)
  const until = time.isDate
    ? momentOf(reading, start, daysLater(time, daysIn(event, start)))
    : from + lengthOf(reading, event, start)
  addSpan(reading, from, until)
}

function addSpan(reading: Reading, from: number, until: number): void {
  const start = Math.max(from, reading.from.getTime())
  const end = Math.min(until, reading.until.getTime())
  if (!(start < end)) return
  if (reading.busy.length >= MOST_OCCURRENCES) throw new TooMany()
  reading.busy.push({ from: new Date(start), until: new Date(end) })
}

/** How long each occurrence of an event lasts, in milliseconds. */
function lengthOf(reading: Reading, event: ICAL.Component, start: ICAL.Property): number {
  if (timeOf(start).isDate) return daysIn(event, start) * 86_400_000
  const end = event.getFirstProperty('dtend')
  if (end) return momentOf(reading, end, timeOf(end)) - momentOf(reading, start, timeOf(start))
  const duration = event.getFirstPropertyValue('duration')
  return duration instanceof ICAL.Duration ? duration.toSeconds() * 1_000 : 0
}

/** Of an event of whole days; one day where it does not say. */
function daysIn(event: ICAL.Component, start: ICAL.Property): number {
  const end = event.getFirstProperty('dtend')
  if (end) return Math.round((roughly(timeOf(end)) - roughly(timeOf(start))) / 86_400_000)
  const duration = event.getFirstPropertyValue('duration')
  return duration instanceof ICAL.Duration ? Math.ceil(duration.toSeconds() / 86_400) : 1
}

function daysLater(time: ICAL.Time, days: number): ICAL.Time {
  const later = time.clone()
  later.adjust(days, 0, 0, 0)
  return later
}

function timeOf(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue()
  if (!(value instanceof ICAL.Time)) throw new Error('A moment of the calendar is none')
  return value
}

/**
 * Milliseconds since 1970. A zone of the world is reckoned as the rest of the site reckons it; only one that the calendar
 * has made up for itself is reckoned as described there.
 */
function momentOf({ timeZone }: Reading, property: ICAL.Property, time: ICAL.Time): number {
  const { year, month, day, hour, minute } = time
  const second = Math.min(time.second, 59)
  if (time.isDate) return new Temporal.PlainDate(year, month, day).toZonedDateTime(timeZone).epochMilliseconds
  if (time.zone === ICAL.Timezone.utcTimezone) return Date.UTC(year, month - 1, day, hour, minute, second)
  const named = property.getFirstParameter('tzid')
  const isOwn = time.zone !== ICAL.Timezone.localTimezone
  if (isOwn && !isKnownZone(named)) return time.toUnixTime() * 1_000
  const zone = isKnownZone(named) ? named : timeZone
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(zone).epochMilliseconds
}

const knownZones = new Map<string, boolean>()

function isKnownZone(name: string | undefined): name is string {
  if (!name) return false
  const known = knownZones.get(name) ?? isTimeZone(name)
  knownZones.set(name, known)
  return known
}

/** Of calendars that say only when somebody is busy. */
function readFreeBusy(reading: Reading, list: ICAL.Component): void {
  for (const property of list.getAllProperties('freebusy')) {
    if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue
    for (const period of property.getValues() as ICAL.Period[]) {
      addSpan(reading, momentOf(reading, property, period.start), momentOf(reading, property, period.getEnd()))
    }
  }
}
