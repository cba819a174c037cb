import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { bookingNotFound, bookingParams, noConsultantProfile } from '../contract.ts'

const refusals = { 'no-consultant-profile': noConsultantProfile, 'booking-not-found': bookingNotFound } as const

export const SessionNote = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  /** The session's title. */
  title: z.string(),
  startsAt: z.iso.datetime(),
  /** Whether the member can read the note. */
  isShared: z.boolean(),
  /** Whether staff wrote the note for the session's consultant when booking for the member. */
  isByStaff: z.boolean(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
})
export type SessionNote = z.infer<typeof SessionNote>

export const listSessionNotes = endpoint('GET /api/consultant/bookings/:bookingId/notes', {
  summary: 'List the consultant’s notes on this session and others with the same member, newest first',
  access: 'consultant',
  params: bookingParams,
  query: PageQuery,
  response: pageOf(SessionNote),
  refusals,
})

export const createSessionNote = endpoint('POST /api/consultant/bookings/:bookingId/notes', {
  summary: 'Create a note on a session, private or shared with the member',
  access: 'consultant',
  params: bookingParams,
  body: z.strictObject({
    text: text({ required: 'Write a note', max: 4_000 }),
    isShared: z.boolean(),
  }),
  response: SessionNote,
  message: 'Note saved.',
  refusals: {
    ...refusals,
    'member-deleted': 'This member has deleted their account, so you can no longer add notes about them.',
  },
})

export const deleteSessionNote = endpoint('DELETE /api/consultant/notes/:noteId', {
  summary: 'Delete one of the consultant’s own notes',
  access: 'consultant',
  params: z.strictObject({ noteId: z.uuid() }),
  response: z.null(),
  message: 'Note removed.',
  refusals: { 'note-not-found': { status: 404, message: 'We couldn’t find this note.' } },
})

/** A note the consultant has shared, as shown to the member. */
export const SharedNote = z.object({
  id: z.uuid(),
  /** Null if the consultant has left. */
  author: z.string().nullable(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
})
export type SharedNote = z.infer<typeof SharedNote>

export const listSharedNotes = endpoint('GET /api/bookings/:bookingId/notes', {
  summary: 'List the notes shared with the member on a session, newest first',
  access: 'member',
  params: bookingParams,
  query: PageQuery,
  response: pageOf(SharedNote),
  refusals: { 'booking-not-found': bookingNotFound },
})
