import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import type { Parsed } from '#platform/server/parser/open-parser.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { isTimeZone } from '#platform/shared/time-zone.ts'
import { type BusySpan, type ExceededLimit, findExceededLimit, mergeSpans } from '../rules.ts'

/** Applies to each calendar file. */
const MAX_OCCURRENCES = 5_000
/** A daily event that began in 1970 needs about 20,000 steps to reach the present. */
const MAX_STEPS = 200_000

export type CalendarText = {
  text: string
  /** The consultant's time zone, used for all-day events and times without a zone. */
  timeZone: string
  /** Only busy times within this period count. */
  from: Date
  until: Date
}

/** Busy times, and the number of events that could not be read. */
type BusyTimes = { busy: BusySpan[]; unread: number }

class TooManyEvents extends Error {}

/**
 * Reads a calendar's busy times (RFC 5545). A single step of a recurrence rule may never end, so this must be called
 * only from the parser process (see `import-calendars.ts`).
 */
export function parseBusyTimes({
  text,
  timeZone,
  from,
  until,
}: CalendarText): Parsed<BusyTimes, 'not-a-calendar' | 'too-many-events' | ExceededLimit> {
  const exceededLimit = findExceededLimit(text)
  if (exceededLimit) return { ok: false, reason: exceededLimit }
  const calendars = parse(text)
  if (!calendars) return { ok: false, reason: 'not-a-calendar' }
  const state: ParseState = { timeZone, from, until, busy: [], steps: 0 }
  let unread = 0
  try {
    for (const calendar of calendars) unread += readCalendar(state, calendar)
  } catch (error) {
    if (error instanceof TooManyEvents) return { ok: false, reason: 'too-many-events' }
    throw error
  }
  return { ok: true, value: { busy: mergeSpans(state.busy), unread } }
}

type ParseState = { timeZone: string; from: Date; until: Date; busy: BusySpan[]; steps: number }

function parse(text: string): ICAL.Component[] | undefined {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return undefined
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, ''))
    // ical.js returns a single calendar as a component, and several as a list.
    const roots = typeof parsed[0] === 'string' ? [parsed] : parsed
    return roots.map((root: never) => new ICAL.Component(root))
  } catch {
    return undefined
  }
}

/** @returns how many events could not be read */
function readCalendar(state: ParseState, calendar: ICAL.Component): number {
  const events = calendar.getAllSubcomponents('vevent')
  const replaced = listReplacedOccurrences(state, events)
  let unread = 0
  for (const event of events) if (!tryToRead(() => readEvent(state, event, replaced))) unread += 1
  for (const freeBusy of calendar.getAllSubcomponents('vfreebusy')) {
    if (!tryToRead(() => readFreeBusy(state, freeBusy))) unread += 1
  }
  return unread
}

function tryToRead(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof TooManyEvents) throw error
    return false
  }
}

/**
 * Collects the occurrences of a series that have been moved or cancelled, as "uid moment". Each has an event of its
 * own.
 */
function listReplacedOccurrences(state: ParseState, events: ICAL.Component[]): Set<string> {
  const replaced = new Set<string>()
  for (const event of events) {
    const id = event.getFirstProperty('recurrence-id')
    if (id) tryToRead(() => replaced.add(toOccurrenceKey(event, toMoment(state, id, readTime(id)))))
  }
  return replaced
}

function toOccurrenceKey(event: ICAL.Component, moment: number): string {
  return `${event.getFirstPropertyValue('uid')} ${moment}`
}

function readEvent(state: ParseState, event: ICAL.Component, replaced: Set<string>): void {
  if (!isBusy(event)) return
  const start = event.getFirstProperty('dtstart')
  if (!start) throw new Error('An event has no start')
  const isSeries = event.hasProperty('rrule') || event.hasProperty('rdate')
  if (isSeries && !event.hasProperty('recurrence-id')) readSeries(state, event, start, replaced)
  else addOccurrence(state, event, start, readTime(start))
}

function readSeries(state: ParseState, event: ICAL.Component, start: ICAL.Property, replaced: Set<string>): void {
  const excluded = listExcludedMoments(state, event)
  // `listExcludedMoments` has already read these dates. The library would apply them correctly only if they were
  // sorted.
  event.removeAllProperties('exdate')
  for (const time of listNearbyOccurrences(state, event, start)) {
    const moment = toMoment(state, start, time)
    if (excluded.has(moment) || excluded.has(toDay(time)) || replaced.has(toOccurrenceKey(event, moment))) continue
    addOccurrence(state, event, start, time)
  }
}

/** Yields the occurrences that may overlap the period, with a margin of two days. */
function* listNearbyOccurrences(state: ParseState, event: ICAL.Component, start: ICAL.Property): Generator<ICAL.Time> {
  const first = state.from.getTime() - getDuration(state, event, start) - TWO_DAYS
  const last = state.until.getTime() + TWO_DAYS
  // Without `exceptions`, the library would search all the calendar's events for each one.
  const occurrences = new ICAL.Event(event, { exceptions: [] }).iterator(readTime(start))
  for (let time = occurrences.next(); time && approximateMoment(time) <= last; time = occurrences.next()) {
    countStep(state)
    if (approximateMoment(time) >= first) yield time
  }
}

function isBusy(event: ICAL.Component): boolean {
  const readText = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  return readText('transp') !== 'TRANSPARENT' && readText('status') !== 'CANCELLED'
}

function countStep(state: ParseState): void {
  state.steps += 1
  if (state.steps > MAX_STEPS) throw new TooManyEvents()
}

const TWO_DAYS = 2 * DAY_MS

/** Accurate to within a day in any time zone, without a costly time zone lookup. */
function approximateMoment({ year, month, day }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day)
}

/** Occurrences excluded from a series, as moments or whole days. */
function listExcludedMoments(state: ParseState, event: ICAL.Component): Set<number | string> {
  const excluded = new Set<number | string>()
  for (const property of event.getAllProperties('exdate')) {
    for (const time of property.getValues() as ICAL.Time[]) {
      excluded.add(time.isDate ? toDay(time) : toMoment(state, property, time))
    }
  }
  return excluded
}

function toDay({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`
}

function addOccurrence(state: ParseState, event: ICAL.Component, start: ICAL.Property, time: ICAL.Time): void {
  const from = toMoment(state, start, time)
  const until = time.isDate
    ? toMoment(state, start, addDays(time, countDays(event, start)))
    : from + getDuration(state, event, start)
  addSpan(state, from, until)
}

function addSpan(state: ParseState, from: number, until: number): void {
  const start = Math.max(from, state.from.getTime())
  const end = Math.min(until, state.until.getTime())
  if (!(start < end)) return
  if (state.busy.length >= MAX_OCCURRENCES) throw new TooManyEvents()
  state.busy.push({ from: new Date(start), until: new Date(end) })
}

/** Duration of each occurrence in milliseconds. */
function getDuration(state: ParseState, event: ICAL.Component, start: ICAL.Property): number {
  if (readTime(start).isDate) return countDays(event, start) * DAY_MS
  const end = event.getFirstProperty('dtend')
  if (end) return toMoment(state, end, readTime(end)) - toMoment(state, start, readTime(start))
  const duration = event.getFirstPropertyValue('duration')
  return duration instanceof ICAL.Duration ? duration.toSeconds() * 1_000 : 0
}

/** Number of days that an all-day event lasts. Defaults to one. */
function countDays(event: ICAL.Component, start: ICAL.Property): number {
  const end = event.getFirstProperty('dtend')
  if (end) return Math.round((approximateMoment(readTime(end)) - approximateMoment(readTime(start))) / DAY_MS)
  const duration = event.getFirstPropertyValue('duration')
  return duration instanceof ICAL.Duration ? Math.ceil(duration.toSeconds() / 86_400) : 1
}

function addDays(time: ICAL.Time, days: number): ICAL.Time {
  const shifted = time.clone()
  shifted.adjust(days, 0, 0, 0)
  return shifted
}

function readTime(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue()
  if (!(value instanceof ICAL.Time)) throw new Error('A calendar property has no valid time')
  return value
}

/**
 * Milliseconds since 1970. Known time zones use the site's own time zone data. Only a zone defined in the calendar
 * itself uses the calendar's definition.
 */
function toMoment({ timeZone }: ParseState, property: ICAL.Property, time: ICAL.Time): number {
  const { year, month, day, hour, minute } = time
  const second = Math.min(time.second, 59)
  if (time.isDate) return new Temporal.PlainDate(year, month, day).toZonedDateTime(timeZone).epochMilliseconds
  if (time.zone === ICAL.Timezone.utcTimezone) return Date.UTC(year, month - 1, day, hour, minute, second)
  const zoneName = property.getFirstParameter('tzid')
  const isDefinedInCalendar = time.zone !== ICAL.Timezone.localTimezone
  if (isDefinedInCalendar && !isKnownZone(zoneName)) return time.toUnixTime() * 1_000
  const zone = isKnownZone(zoneName) ? zoneName : timeZone
  return new Temporal.PlainDateTime(year, month, day, hour, minute, second).toZonedDateTime(zone).epochMilliseconds
}

const knownZones = new Map<string, boolean>()

function isKnownZone(name: string | undefined): name is string {
  if (!name) return false
  const isKnown = knownZones.get(name) ?? isTimeZone(name)
  knownZones.set(name, isKnown)
  return isKnown
}

/** Reads calendars that publish only busy times. */
function readFreeBusy(state: ParseState, freeBusy: ICAL.Component): void {
  for (const property of freeBusy.getAllProperties('freebusy')) {
    if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue
    for (const period of property.getValues() as ICAL.Period[]) {
      addSpan(state, toMoment(state, property, period.start), toMoment(state, property, period.getEnd()))
    }
  }
}
