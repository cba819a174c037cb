import { z } from 'zod'
import { memberNotFound, ofMember } from '#features/accounts/contract/member-account.ts'
import { SessionNote } from '#features/bookings/contract/session-note.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'

/** What staff write for each other about a member. Members get it only with all that is known about them. */
export const MemberNote = z.object({
  id: z.uuid(),
  /** Null where they have left. */
  author: z.string().nullable(),
  isOwn: z.boolean(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
})
export type MemberNote = z.infer<typeof MemberNote>

export const listMemberNotes = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/notes',
  summary: 'What administrators have noted about a member, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(MemberNote),
  refusals: memberNotFound,
})

export const writeMemberNote = endpoint({
  method: 'POST',
  path: '/api/admin/members/:memberId/notes',
  summary: 'Note something about a member, for administrators alone',
  access: 'administrator',
  params: ofMember,
  body: z.strictObject({ text: text({ required: 'Please write something', max: 4_000 }) }),
  response: MemberNote,
  message: 'Your note is saved.',
  refusals: memberNotFound,
})

export const removeMemberNote = endpoint({
  method: 'DELETE',
  path: '/api/admin/members/:memberId/notes/:noteId',
  summary: 'Remove a note that the administrator who asks has written',
  access: 'administrator',
  params: ofMember.extend({ noteId: z.uuid() }),
  response: z.null(),
  message: 'The note is removed.',
  refusals: {
    ...memberNotFound,
    'note-not-found': { status: 404, message: 'This note was not found among those that you have written.' },
  },
})

export const listMemberSessionNotes = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/session-notes',
  summary: 'What consultants have noted of the sessions of a member, private or shared with them, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(SessionNote),
  refusals: memberNotFound,
})
