import { expect, test } from 'vitest'
import { consequenceInWords, termsInWords } from './cancelling.ts'
import { consequenceOf } from './consequence.ts'

// In London the clocks go forward on 28 March 2027 and back on 31 October, in New York on 14 March and 7 November.
test.each([
  ['2027-03-28T10:00:00Z', '2027-03-27T09:00:00Z', 'Europe/London', 'Saturday 27 March 2027 at 10:00'],
  ['2027-10-31T10:00:00Z', '2027-10-30T09:00:00Z', 'Europe/London', 'Saturday 30 October 2027 at 11:00'],
  ['2027-03-14T15:00:00Z', '2027-03-13T09:00:00Z', 'America/New_York', 'Saturday 13 March 2027 at 10:00'],
])(
  'the last free moment before %s is read in real hours, by the clock that the member lives with',
  (starts, now, zone, words) => {
    const consequence = consequenceOf({ state: 'booked', startsAt: new Date(starts) }, new Date(now))
    if (!consequence) throw new Error('There is nothing to cancel')
    expect(consequenceInWords(consequence, zone, 'Europe/London')).toContain(`Free until ${words}`)
    expect(termsInWords(consequence, zone, 'Europe/London')).toContain(`until ${words}`)
  },
)
