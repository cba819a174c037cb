import { z } from 'zod'
import { calendarDay } from '#platform/shared/calendar-day.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'

/** More would take minutes, and no accountant asks for so many at once. */
export const MOST_PAPERS = 10_000

export const tooManyPapers =
  'There are more than 10,000 papers in this time. Please ask for a shorter one, such as a quarter.'

const day = (which: string) => calendarDay(`The ${which} day must be a date such as 2026-04-01`)

/** Days of London, the first and the last included. */
export const ArchivePeriod = z
  .strictObject({ from: day('first'), until: day('last') })
  .refine(({ from, until }) => from <= until, { error: 'The first day must not be after the last', path: ['until'] })
export type ArchivePeriod = z.infer<typeof ArchivePeriod>

export const getArchive = endpoint({
  method: 'GET',
  path: '/api/admin/documents/archive',
  summary: 'For the accountant: every invoice and credit note of some days as PDF, and their figures as CSV, in a zip',
  access: 'administrator',
  query: ArchivePeriod,
  response: LargeFileAnswer,
  file: 'application/zip',
  refusals: { 'too-many-papers': { status: 400, message: tooManyPapers } },
})
