import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { FileName, FileUpload, fileRefusals, StoredFile } from '#platform/shared/stored-file.ts'
import { noConsultantEntry } from './availability.ts'

/** As many as somebody can read before a session. */
export const MOST_BOOKING_FILES = 5

/** What a member gives consultants within twelve months, of all their sessions. */
export const MOST_YEARLY_MEGABYTES = 250

/** What a member gives the consultant to read for a session. */
export const BookingFile = StoredFile.extend({ id: z.uuid(), addedAt: z.iso.datetime() })
export type BookingFile = z.infer<typeof BookingFile>

/** Oldest first, as many as there may be. */
export const BookingFiles = z.object({
  files: z.array(BookingFile),
  /** The session is to come: files can be removed, and added while there is room. */
  canChange: z.boolean(),
})
export type BookingFiles = z.infer<typeof BookingFiles>

const bookingParams = z.strictObject({ bookingId: z.uuid() })
const fileParams = bookingParams.extend({ fileId: z.uuid() })

const bookingNotFound = { status: 404, message: 'This session was not found.' } as const
const fileNotFound = { status: 404, message: 'This file was not found.' } as const

const changeRefusals = {
  'booking-not-found': bookingNotFound,
  'session-over': 'This session has begun or is over, so its files can no longer be changed.',
  'booking-cancelled': 'This session was cancelled, so its files can no longer be changed.',
} as const

export const listBookingFiles = endpoint({
  method: 'GET',
  path: '/api/bookings/:bookingId/files',
  summary: 'What the member has given the consultant to read for a session of theirs; at most five files',
  access: 'member',
  params: bookingParams,
  response: BookingFiles,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const addBookingFile = endpoint({
  method: 'POST',
  path: '/api/bookings/:bookingId/files',
  summary: 'Adds a file for the consultant, until the session begins',
  access: 'member',
  params: bookingParams,
  query: FileName,
  body: FileUpload,
  upload: true,
  response: BookingFiles,
  refusals: {
    ...changeRefusals,
    ...fileRefusals,
    'too-many-files': `A session has at most ${MOST_BOOKING_FILES} files. Please remove one first.`,
    'too-much-this-year': `Within twelve months you can give us ${MOST_YEARLY_MEGABYTES} MB of files for your sessions. Please send a smaller file, or remove one first.`,
    'too-many-files-today': 'You have sent many files within a day. Please send the next one tomorrow.',
  },
})

export const getBookingFile = endpoint({
  method: 'GET',
  path: '/api/bookings/:bookingId/files/:fileId',
  summary: 'A file that the member has added, also when the session is over or cancelled',
  access: 'member',
  params: fileParams,
  response: LargeFileAnswer,
  file: 'application/octet-stream',
  refusals: { 'file-not-found': fileNotFound },
})

export const removeBookingFile = endpoint({
  method: 'DELETE',
  path: '/api/bookings/:bookingId/files/:fileId',
  summary: 'Removes a file of the member, until the session begins',
  access: 'member',
  params: fileParams,
  response: BookingFiles,
  refusals: { ...changeRefusals, 'file-not-found': fileNotFound },
})

export const listSessionFiles = endpoint({
  method: 'GET',
  path: '/api/consultant/bookings/:bookingId/files',
  summary: 'What the member has given the consultant who asks to read for a session; at most five files',
  access: 'consultant',
  params: bookingParams,
  response: z.array(BookingFile),
  refusals: { 'no-consultant-entry': noConsultantEntry, 'booking-not-found': bookingNotFound },
})

export const getSessionFile = endpoint({
  method: 'GET',
  path: '/api/consultant/bookings/:bookingId/files/:fileId',
  summary: 'A file that the member has added to a session with the consultant who asks',
  access: 'consultant',
  params: fileParams,
  response: LargeFileAnswer,
  file: 'application/octet-stream',
  refusals: { 'no-consultant-entry': noConsultantEntry, 'file-not-found': fileNotFound },
})
