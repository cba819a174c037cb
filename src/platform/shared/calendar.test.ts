import { expect, test } from 'vitest'
import { addSpan, companyYear, formatDateInLondon, formatMomentInLondon } from './calendar.ts'

test.each([
  ['a month after 31 January is the end of February', '2027-01-31T12:00Z', { months: 1 }, '2027-02-28T12:00Z'],
  ['a month after 31 January of a leap year is 29 February', '2028-01-31T12:00Z', { months: 1 }, '2028-02-29T12:00Z'],
  ['a month after the leap day is 29 March', '2028-02-29T12:00Z', { months: 1 }, '2028-03-29T11:00Z'],
  ['a year after the leap day is 28 February', '2028-02-29T12:00Z', { months: 12 }, '2029-02-28T12:00Z'],
  ['a month after 30 November is 30 December', '2026-11-30T09:00Z', { months: 1 }, '2026-12-30T09:00Z'],
  ['a week can cross into the next year', '2026-12-31T23:30Z', { weeks: 1 }, '2027-01-07T23:30Z'],
  ['a week into summer time keeps the local hour', '2027-03-22T09:00Z', { weeks: 1 }, '2027-03-29T08:00Z'],
  ['a week out of summer time keeps the local hour', '2027-10-25T08:00Z', { weeks: 1 }, '2027-11-01T09:00Z'],
  ['an hour skipped in spring becomes the hour after', '2027-03-21T01:30Z', { weeks: 1 }, '2027-03-28T01:30Z'],
  ['an hour repeated in autumn is the first of the two', '2027-10-24T00:30Z', { weeks: 1 }, '2027-10-31T00:30Z'],
  ['fourteen days without a clock change are whole days', '2026-11-21T00:00Z', { days: 14 }, '2026-12-05T00:00Z'],
  ['adding an empty span changes nothing', '2027-03-28T01:30Z', {}, '2027-03-28T01:30Z'],
])('%s', (_, from, span: Parameters<typeof addSpan>[1], expected) => {
  expect(addSpan(new Date(from), span)).toEqual(new Date(expected))
})

test.each([
  ['2026-12-31T23:59:59.999Z', 2026],
  ['2027-01-01T00:00:00Z', 2027],
  ['2027-06-30T23:30:00Z', 2027],
])('the company year is the year in London at %s', (moment, year) => {
  expect(companyYear(new Date(moment))).toBe(year)
})

test('a moment is shown in London time', () => {
  expect(formatMomentInLondon(new Date('2027-07-01T22:30:00Z'))).toBe('1 July 2027 at 23:30 (London time)')
  expect(formatMomentInLondon(new Date('2027-06-30T23:30:00Z'))).toBe('1 July 2027 at 00:30 (London time)')
  expect(formatDateInLondon(new Date('2027-06-30T23:30:00Z'))).toBe('1 July 2027')
})
