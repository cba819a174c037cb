import { expect, test } from 'vitest'
import { addSpan, companyYear, formatDateInLondon, formatMomentInLondon } from './calendar.ts'

const later = (from: string, span: Parameters<typeof addSpan>[1]) => addSpan(new Date(from), span).toISOString()

test.each([
  ['31 January and a month is the end of February', '2027-01-31T12:00:00Z', { months: 1 }, '2027-02-28T12:00:00.000Z'],
  ['in a leap year that is the 29th', '2028-01-31T12:00:00Z', { months: 1 }, '2028-02-29T12:00:00.000Z'],
  ['a month from the leap day', '2028-02-29T12:00:00Z', { months: 1 }, '2028-03-29T11:00:00.000Z'],
  ['a year from the leap day', '2028-02-29T12:00:00Z', { months: 12 }, '2029-02-28T12:00:00.000Z'],
  ['30 November and a month', '2026-11-30T09:00:00Z', { months: 1 }, '2026-12-30T09:00:00.000Z'],
  ['over the year', '2026-12-31T23:30:00Z', { weeks: 1 }, '2027-01-07T23:30:00.000Z'],
  [
    'a week into summer time keeps the hour on the wall',
    '2027-03-22T09:00:00Z',
    { weeks: 1 },
    '2027-03-29T08:00:00.000Z',
  ],
  ['a week out of it too', '2027-10-25T08:00:00Z', { weeks: 1 }, '2027-11-01T09:00:00.000Z'],
  [
    'an hour that the night of spring leaves out is the one after',
    '2027-03-21T01:30:00Z',
    { weeks: 1 },
    '2027-03-28T01:30:00.000Z',
  ],
  [
    'an hour that the night of autumn has twice is the first',
    '2027-10-24T00:30:00Z',
    { weeks: 1 },
    '2027-10-31T00:30:00.000Z',
  ],
  ['fourteen days over both ends of nothing', '2026-11-21T00:00:00Z', { days: 14 }, '2026-12-05T00:00:00.000Z'],
  ['nothing at all', '2027-03-28T01:30:00Z', {}, '2027-03-28T01:30:00.000Z'],
])('%s', (_, from, span, expected) => {
  expect(later(from, span)).toBe(expected)
})

test.each([
  ['2026-12-31T23:59:59.999Z', 2026],
  ['2027-01-01T00:00:00Z', 2027],
  ['2027-06-30T23:30:00Z', 2027],
])('the company year in London at %s', (moment, year) => {
  expect(companyYear(new Date(moment))).toBe(year)
})

test('a moment is shown in London time', () => {
  expect(formatMomentInLondon(new Date('2027-07-01T22:30:00Z'))).toBe('1 July 2027 at 23:30 (London time)')
  expect(formatMomentInLondon(new Date('2027-06-30T23:30:00Z'))).toBe('1 July 2027 at 00:30 (London time)')
  expect(formatDateInLondon(new Date('2027-06-30T23:30:00Z'))).toBe('1 July 2027')
})
