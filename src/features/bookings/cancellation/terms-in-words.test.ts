import { expect, test } from 'vitest'
import { decideCancellationTerms, describeCancellation, describeTerms } from './rules.ts'

// Clock changes in 2027: London on 28 March and 31 October, New York on 14 March and 7 November.
test.each([
  ['2027-03-28T10:00:00Z', '2027-03-27T09:00:00Z', 'Europe/London', 'Saturday 27 March 2027 at 10:00'],
  ['2027-10-31T10:00:00Z', '2027-10-30T09:00:00Z', 'Europe/London', 'Saturday 30 October 2027 at 11:00'],
  ['2027-03-14T15:00:00Z', '2027-03-13T09:00:00Z', 'America/New_York', 'Saturday 13 March 2027 at 10:00'],
])(
  'the end of the free period before %s is 24 real hours earlier, in the member’s time zone',
  (starts, now, zone, text) => {
    const cancellationTerms = decideCancellationTerms({ state: 'booked', startsAt: new Date(starts) }, new Date(now))
    if (!cancellationTerms) throw new Error('There is nothing to cancel')
    expect(describeCancellation(cancellationTerms, zone, 'Europe/London')).toContain(`Free until ${text}`)
    expect(describeTerms(cancellationTerms, zone, 'Europe/London')).toContain(`until ${text}`)
  },
)
