import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileResponse } from '#platform/shared/file-response.ts'
import { FileName, FileUpload, fileRefusals, StoredFile } from '#platform/shared/upload-rules.ts'
import { bookingNotFound, bookingParams, noConsultantProfile } from '../contract.ts'

/** Few enough for a consultant to read them all before the session. */
export const MAX_BOOKING_FILES = 5

/** Limit per member over twelve months, for all their sessions. */
export const MAX_YEARLY_MEGABYTES = 250

/** A file the member uploads for the consultant to read before the session. */
export const BookingFile = StoredFile.extend({ id: z.uuid(), addedAt: z.iso.datetime() })
export type BookingFile = z.infer<typeof BookingFile>

/** All of a session's files, oldest first. */
export const BookingFiles = z.object({
  files: z.array(BookingFile),
  /** Whether the session is upcoming. If so, files can be removed, and added up to the limit. */
  canChange: z.boolean(),
})
export type BookingFiles = z.infer<typeof BookingFiles>

const fileParams = bookingParams.extend({ fileId: z.uuid() })

const fileNotFound = {
  status: 404,
  message: 'We couldn’t find this file. It may have been removed. Reload the page.',
} as const

const download = { params: fileParams, response: LargeFileResponse, file: 'application/octet-stream' } as const

const changeRefusals = {
  'booking-not-found': bookingNotFound,
  'session-started': 'This session has already started, so you can’t change its files.',
  'booking-cancelled': 'This session is cancelled, so you can’t change its files.',
} as const

export const listBookingFiles = endpoint('GET /api/bookings/:bookingId/files', {
  summary: 'List the files that the member added to a session for the consultant, at most five',
  access: 'member',
  params: bookingParams,
  response: BookingFiles,
  refusals: { 'booking-not-found': bookingNotFound },
})

export const addBookingFile = endpoint('POST /api/bookings/:bookingId/files', {
  summary: 'Add a file for the consultant, before the session starts',
  access: 'member',
  params: bookingParams,
  query: FileName,
  body: FileUpload,
  upload: true,
  response: BookingFiles,
  refusals: {
    ...changeRefusals,
    ...fileRefusals,
    'too-many-files': `A session has at most ${MAX_BOOKING_FILES} files. Remove one first.`,
    'yearly-limit-reached': `You can send us up to ${MAX_YEARLY_MEGABYTES} MB of session files in any 12-month period. Send a smaller file, or remove one first.`,
    'too-many-files-today': 'You’ve reached the daily limit for files. You can add more tomorrow.',
  },
})

export const getBookingFile = endpoint('GET /api/bookings/:bookingId/files/:fileId', {
  summary: 'Download one of the member’s files, even after the session is over or cancelled',
  access: 'member',
  ...download,
  refusals: { 'file-not-found': fileNotFound },
})

export const deleteBookingFile = endpoint('DELETE /api/bookings/:bookingId/files/:fileId', {
  summary: 'Delete one of the member’s files, before the session starts',
  access: 'member',
  params: fileParams,
  response: BookingFiles,
  refusals: { ...changeRefusals, 'file-not-found': fileNotFound },
})

export const listConsultantBookingFiles = endpoint('GET /api/consultant/bookings/:bookingId/files', {
  summary: 'List the files that the member added to one of the consultant’s sessions, at most five',
  access: 'consultant',
  params: bookingParams,
  response: z.array(BookingFile),
  refusals: { 'no-consultant-profile': noConsultantProfile, 'booking-not-found': bookingNotFound },
})

export const getConsultantBookingFile = endpoint('GET /api/consultant/bookings/:bookingId/files/:fileId', {
  summary: 'Download a file that the member added to one of the consultant’s sessions',
  access: 'consultant',
  ...download,
  refusals: { 'no-consultant-profile': noConsultantProfile, 'file-not-found': fileNotFound },
})
