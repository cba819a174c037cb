import { calendarOf, eventOf } from '../given/calendars.ts'
import type { RandomSource } from '../proof/random.ts'
import { damaged, noise } from './hostile-emails.ts'

/** Just below the gateway's limit. */
const MAX_BYTES = 4_990_000

const start = 'DTSTART:20260401T090000Z'

/** Calendars that are far more expensive to read than to write, the worst first. */
export const hostileCalendars: Record<string, (dice: RandomSource) => Buffer | string> = {
  'events without anything': (dice) => calendarOf(filled(dice, 'BEGIN:VEVENT\nEND:VEVENT\n')),
  'a rule without a first date': (dice) =>
    calendarOf(eventOf([start, `RRULE:FREQ=${dice.oneOf('SECONDLY', 'MINUTELY')};BYMONTH=2;BYMONTHDAY=31`])),
  'events that count': (dice) => calendarOf(filled(dice, `BEGIN:VEVENT\n${start}\nDURATION:PT1H\nEND:VEVENT\n`)),
  'events that repeat': (dice) =>
    calendarOf(filled(dice, `BEGIN:VEVENT\n${start}\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT\n`)),
  'components within components': (dice) => calendarOf(filled(dice, 'BEGIN:VEVENT\n')),
  'dates that are left out': (dice) =>
    calendarOf(eventOf([start, 'RRULE:FREQ=DAILY', `EXDATE:${filled(dice, '20260401T090000Z,')}20260401T090000Z`])),
  'dates that are added': (dice) =>
    calendarOf(eventOf([start, `RDATE:${filled(dice, '20260401T090000Z,')}20260401T090000Z`])),
  'times that are busy': (dice) =>
    calendarOf(
      `BEGIN:VFREEBUSY\nFREEBUSY:${filled(dice, '20260401T090000Z/PT1H,')}20260401T090000Z/PT1H\nEND:VFREEBUSY`,
    ),
  'properties without end': (dice) => calendarOf(eventOf([start, filled(dice, 'X-A:b\n')])),
  'a folded line': (dice) => calendarOf(eventOf([start, `DESCRIPTION:a\n${filled(dice, ' b\n')}`])),
  'one long line': (dice) =>
    calendarOf(eventOf([start, `DESCRIPTION:${filled(dice, dice.oneOf('x', '\\', ',', ';'))}`])),
  'parameters without end': (dice) => calendarOf(eventOf([`DTSTART${filled(dice, ';X=1')}:20260401T090000Z`])),
  'a quotation without end': (dice) =>
    calendarOf(eventOf([`DTSTART;TZID="${filled(dice, 'Europe/')}:20260401T090000Z`])),
  'a zone that changes every second': () =>
    calendarOf(
      'BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:19700101T000000\nRRULE:FREQ=SECONDLY\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\nEND:VTIMEZONE',
      eventOf(['DTSTART;TZID=Z:20260401T090000', 'DURATION:PT1H']),
    ),
  'zones without end': (dice) =>
    calendarOf(
      filled(
        dice,
        'BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\nEND:VTIMEZONE\n',
      ),
      eventOf(['DTSTART;TZID=Z:20260401T090000', 'DURATION:PT1H']),
    ),
  'a rule of long lists': (dice) =>
    calendarOf(
      eventOf([
        start,
        `RRULE:FREQ=${dice.oneOf('YEARLY', 'MONTHLY', 'WEEKLY')};BYSECOND=${numbers(60)};BYMINUTE=${numbers(60)};BYHOUR=${numbers(24)};BYSETPOS=366`,
      ]),
    ),
  'a rule of no steps': (dice) =>
    calendarOf(eventOf([start, `RRULE:FREQ=DAILY;INTERVAL=${dice.oneOf('0', '-1', '1e308', 'x', '2147483648')}`])),
  'years that nobody lives': (dice) =>
    calendarOf(
      eventOf([
        dice.oneOf('DTSTART:99991231T235959Z', 'DTSTART:00000101T000000Z', 'DTSTART;VALUE=DATE:99999999'),
        dice.oneOf('DURATION:P999999999999W', 'DTEND:99999999T999999Z', 'DURATION:-P1D'),
        'RRULE:FREQ=YEARLY',
      ]),
    ),
  'names of JavaScript': (dice) =>
    calendarOf(
      eventOf(
        [`${dice.oneOf('__PROTO__', 'CONSTRUCTOR', 'TOSTRING')};TZID=__proto__:x`, start, 'DURATION:PT1H'],
        '__proto__',
      ),
    ),
  'calendars one after the other': (dice) => filled(dice, calendarOf()),
  'nothing but spaces': (dice) => filled(dice, dice.oneOf(' ', '\n', '\ufeff', '\0')),
  'any bytes': (dice) => noise(dice, dice.whole(1_000_000)),
  'an ordinary calendar, damaged': (dice) => {
    const zoned = 'DTSTART;TZID=Europe/London:20260324T090000'
    return damaged(
      dice,
      Buffer.from(
        calendarOf(eventOf([zoned, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=9'], 'a'), eventOf([start], 'b')),
      ),
    )
  },
}

function filled(dice: RandomSource, piece: string): string {
  // `calendarOf` turns each line end into two characters.
  const ends = piece.includes('\r\n') ? 0 : piece.split('\n').length - 1
  const length = Buffer.byteLength(piece) + ends
  return piece.repeat(Math.floor((MAX_BYTES * (1 + dice.whole(10) / 10)) / 2 / length))
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index).join(',')
}
