import { z } from 'zod'
import { aboutMember, memberNotFound, memberParams, Role } from '#features/accounts/contract.ts'
import { Booking } from '#features/bookings/contract.ts'
import { SessionNote } from '#features/bookings/session-notes/contract.ts'
import { EmailSummary } from '#features/emails/contract.ts'
import { Purchase } from '#features/purchases/contract.ts'
import { OwnedLine, OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload, LargeFileResponse } from '#platform/shared/file-response.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'
import { StoredFile } from '#platform/shared/upload-rules.ts'

const memberList = { ...aboutMember, query: PageQuery } as const

/** An internal staff note about a member, who sees it only in their data export. */
export const MemberNote = z.object({
  id: z.uuid(),
  /** Null if the author's account was deleted. */
  author: z.string().nullable(),
  isOwn: z.boolean(),
  text: z.string(),
  writtenAt: z.iso.datetime(),
})
export type MemberNote = z.infer<typeof MemberNote>

export const listMemberNotes = endpoint('GET /api/admin/members/:memberId/notes', {
  summary: 'List administrators’ notes about a member, newest first',
  ...memberList,
  response: pageOf(MemberNote),
})

export const writeMemberNote = endpoint('POST /api/admin/members/:memberId/notes', {
  summary: 'Add an internal staff note about a member',
  ...aboutMember,
  body: z.strictObject({ text: text({ required: 'Write a note', max: 4_000 }) }),
  response: MemberNote,
  message: 'Note saved.',
})

export const removeMemberNote = endpoint('DELETE /api/admin/members/:memberId/notes/:noteId', {
  summary: 'Remove one of the administrator’s own notes about a member',
  access: 'administrator',
  params: memberParams.extend({ noteId: z.uuid() }),
  response: z.null(),
  message: 'Note removed.',
  refusals: {
    ...memberNotFound,
    'note-not-found': { status: 404, message: 'We couldn’t find this note. You can only remove your own notes.' },
  },
})

export const listMemberSessionNotes = endpoint('GET /api/admin/members/:memberId/session-notes', {
  summary: 'List all notes on a member’s sessions, private or shared, newest first',
  ...memberList,
  response: pageOf(SessionNote),
})

/** `unconfirmed`: the email address is not confirmed. `deleted`: the account was erased and only its id remains. */
export const MemberState = z.enum(['active', 'unconfirmed', 'disabled', 'deleted'])
export type MemberState = z.infer<typeof MemberState>

export const MemberSummary = z.object({
  id: z.uuid(),
  /** Name and email are empty for a deleted account. */
  name: z.string(),
  email: z.string(),
  role: Role,
  state: MemberState,
  joinedAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  /** Number of packages running now. */
  activePackages: z.int(),
})
export type MemberSummary = z.infer<typeof MemberSummary>

export const MemberFilter = z.strictObject({
  search: text({ max: 100 }).optional().describe('Beginning of any word in the name, email address or business name.'),
  /** By default, lists every account that is not deleted. */
  state: MemberState.optional(),
  /** `staff`: consultants and administrators together. */
  role: z.enum([...Role.options, 'staff']).optional(),
  /** Whether a package is running now. */
  package: z.enum(['with', 'without']).optional(),
})
export type MemberFilter = z.infer<typeof MemberFilter>

export const listMembers = endpoint('GET /api/admin/members', {
  summary: 'List accounts, newest first',
  access: 'administrator',
  query: PageQuery.extend(MemberFilter.shape),
  response: pageOf(MemberSummary),
})

export const downloadMembers = endpoint('GET /api/admin/members.csv', {
  summary: 'Download the accounts as CSV',
  query: MemberFilter,
  ...csvDownload,
})

export const MemberAccount = MemberSummary.extend({
  firstName: z.string(),
  lastName: z.string(),
  emailVerified: z.boolean(),
  mobile: z.string(),
  timeZone: z.string(),
  /** Payments minus refunds and disputes, per currency (PRODUCT D13). */
  spend: z.array(z.object({ currency: Currency, amount: MinorUnits })),
})
export type MemberAccount = z.infer<typeof MemberAccount>

export const getMember = endpoint('GET /api/admin/members/:memberId', {
  summary: 'Get a member’s account and spend',
  ...aboutMember,
  response: MemberAccount,
})

export const MemberPackage = OwnedPackage.extend({ lines: z.array(OwnedLine) })
export type MemberPackage = z.infer<typeof MemberPackage>

export const listMemberPackages = endpoint('GET /api/admin/members/:memberId/packages', {
  summary: 'List a member’s packages with their remaining quantities, newest first',
  ...memberList,
  response: pageOf(MemberPackage),
})

export const listMemberPurchases = endpoint('GET /api/admin/members/:memberId/purchases', {
  summary: 'List a member’s purchases, newest first',
  ...memberList,
  response: pageOf(Purchase),
})

export const listMemberBookings = endpoint('GET /api/admin/members/:memberId/bookings', {
  summary: 'List a member’s sessions: upcoming ones soonest first, past and cancelled ones newest first',
  ...aboutMember,
  query: PageQuery.extend({ when: z.enum(['upcoming', 'past']) }),
  response: pageOf(Booking),
})

export const listMemberEmails = endpoint('GET /api/admin/members/:memberId/emails', {
  summary: 'List emails to a member, newest first',
  ...memberList,
  response: pageOf(EmailSummary),
})

export const MemberFile = StoredFile.extend({
  id: z.uuid(),
  /** `session`: uploaded by the member for a session. `deliverable`: made for the member. */
  kind: z.enum(['session', 'deliverable']),
  /** Title of the session or the deliverable. */
  title: z.string(),
  addedAt: z.iso.datetime(),
})
export type MemberFile = z.infer<typeof MemberFile>

export const listMemberFiles = endpoint('GET /api/admin/members/:memberId/files', {
  summary: 'List the files a member uploaded for sessions and the files of their deliverables, newest first',
  ...memberList,
  response: pageOf(MemberFile),
})

export const getMemberFileContent = endpoint('GET /api/admin/members/:memberId/files/:fileId', {
  summary: 'Download one of a member’s files',
  access: 'administrator',
  params: memberParams.extend({ fileId: z.uuid() }),
  response: LargeFileResponse,
  file: 'application/octet-stream',
  refusals: {
    ...memberNotFound,
    'file-not-found': {
      status: 404,
      message: 'We couldn’t find this file. It may have been removed. Reload the page.',
    },
  },
})
