import { toCalendar, toEvent } from '../given/calendars.ts'
import type { RandomSource } from '../proof/random.ts'
import { damage, randomBytes } from './hostile-emails.ts'

/** Just below the calendar gateway's limit. */
const MAX_BYTES = 4_990_000

const start = 'DTSTART:20260401T090000Z'

/** Calendars that cost far more to read than to write, the worst first. */
export const hostileCalendars: Record<string, (dice: RandomSource) => Buffer | string> = {
  'empty events': (dice) => toCalendar(fill(dice, 'BEGIN:VEVENT\nEND:VEVENT\n')),
  'a rule that never matches': (dice) =>
    toCalendar(toEvent([start, `RRULE:FREQ=${dice.oneOf('SECONDLY', 'MINUTELY')};BYMONTH=2;BYMONTHDAY=31`])),
  'many events': (dice) => toCalendar(fill(dice, `BEGIN:VEVENT\n${start}\nDURATION:PT1H\nEND:VEVENT\n`)),
  'many repeating events': (dice) =>
    toCalendar(fill(dice, `BEGIN:VEVENT\n${start}\nDURATION:PT1H\nRRULE:FREQ=DAILY\nEND:VEVENT\n`)),
  'nested components': (dice) => toCalendar(fill(dice, 'BEGIN:VEVENT\n')),
  'excluded dates': (dice) =>
    toCalendar(toEvent([start, 'RRULE:FREQ=DAILY', `EXDATE:${fill(dice, '20260401T090000Z,')}20260401T090000Z`])),
  'additional dates': (dice) =>
    toCalendar(toEvent([start, `RDATE:${fill(dice, '20260401T090000Z,')}20260401T090000Z`])),
  'busy times': (dice) =>
    toCalendar(`BEGIN:VFREEBUSY\nFREEBUSY:${fill(dice, '20260401T090000Z/PT1H,')}20260401T090000Z/PT1H\nEND:VFREEBUSY`),
  'endless properties': (dice) => toCalendar(toEvent([start, fill(dice, 'X-A:b\n')])),
  'a folded line': (dice) => toCalendar(toEvent([start, `DESCRIPTION:a\n${fill(dice, ' b\n')}`])),
  'one long line': (dice) => toCalendar(toEvent([start, `DESCRIPTION:${fill(dice, dice.oneOf('x', '\\', ',', ';'))}`])),
  'endless parameters': (dice) => toCalendar(toEvent([`DTSTART${fill(dice, ';X=1')}:20260401T090000Z`])),
  'an unclosed quotation': (dice) => toCalendar(toEvent([`DTSTART;TZID="${fill(dice, 'Europe/')}:20260401T090000Z`])),
  'a zone that changes every second': () =>
    toCalendar(
      'BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:19700101T000000\nRRULE:FREQ=SECONDLY\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\nEND:VTIMEZONE',
      toEvent(['DTSTART;TZID=Z:20260401T090000', 'DURATION:PT1H']),
    ),
  'endless time zones': (dice) =>
    toCalendar(
      fill(
        dice,
        'BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\nEND:VTIMEZONE\n',
      ),
      toEvent(['DTSTART;TZID=Z:20260401T090000', 'DURATION:PT1H']),
    ),
  'a rule with long lists': (dice) =>
    toCalendar(
      toEvent([
        start,
        `RRULE:FREQ=${dice.oneOf('YEARLY', 'MONTHLY', 'WEEKLY')};BYSECOND=${numbers(60)};BYMINUTE=${numbers(60)};BYHOUR=${numbers(24)};BYSETPOS=366`,
      ]),
    ),
  'a rule with an invalid interval': (dice) =>
    toCalendar(toEvent([start, `RRULE:FREQ=DAILY;INTERVAL=${dice.oneOf('0', '-1', '1e308', 'x', '2147483648')}`])),
  'impossible years': (dice) =>
    toCalendar(
      toEvent([
        dice.oneOf('DTSTART:99991231T235959Z', 'DTSTART:00000101T000000Z', 'DTSTART;VALUE=DATE:99999999'),
        dice.oneOf('DURATION:P999999999999W', 'DTEND:99999999T999999Z', 'DURATION:-P1D'),
        'RRULE:FREQ=YEARLY',
      ]),
    ),
  'property names of JavaScript objects': (dice) =>
    toCalendar(
      toEvent(
        [`${dice.oneOf('__PROTO__', 'CONSTRUCTOR', 'TOSTRING')};TZID=__proto__:x`, start, 'DURATION:PT1H'],
        '__proto__',
      ),
    ),
  'many calendars': (dice) => fill(dice, toCalendar()),
  'only white space': (dice) => fill(dice, dice.oneOf(' ', '\n', '\ufeff', '\0')),
  'random bytes': (dice) => randomBytes(dice, dice.whole(1_000_000)),
  'an ordinary calendar, damaged': (dice) => {
    const zoned = 'DTSTART;TZID=Europe/London:20260324T090000'
    return damage(
      dice,
      Buffer.from(
        toCalendar(toEvent([zoned, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=9'], 'a'), toEvent([start], 'b')),
      ),
    )
  },
}

function fill(dice: RandomSource, text: string): string {
  // `toCalendar` turns each line end into two characters.
  const lineEnds = text.includes('\r\n') ? 0 : text.split('\n').length - 1
  const length = Buffer.byteLength(text) + lineEnds
  return text.repeat(Math.floor((MAX_BYTES * (1 + dice.whole(10) / 10)) / 2 / length))
}

function numbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index).join(',')
}
