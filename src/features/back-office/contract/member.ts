import { z } from 'zod'
import { memberNotFound, ofMember } from '#features/accounts/contract/member-account.ts'
import { Role } from '#features/accounts/contract.ts'
import { Booking } from '#features/bookings/contract.ts'
import { MailSummary } from '#features/mails/contract.ts'
import { OwnedLine, OwnedPackage, Purchase } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { StoredFile } from '#platform/shared/stored-file.ts'
import { text } from '#platform/shared/text.ts'

/** `unconfirmed`: nobody has confirmed the e-mail address. `deleted`: they have left, and only a number is kept. */
export const MemberState = z.enum(['active', 'unconfirmed', 'disabled', 'deleted'])
export type MemberState = z.infer<typeof MemberState>

export const MemberSummary = z.object({
  id: z.uuid(),
  /** Both empty where they have left. */
  name: z.string(),
  email: z.string(),
  role: Role,
  state: MemberState,
  joinedAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  /** How many packages run now. */
  activePackages: z.int(),
})
export type MemberSummary = z.infer<typeof MemberSummary>

export const MemberFilter = z.strictObject({
  search: text({ max: 100 }).optional().describe('How words of a name or of an e-mail address begin.'),
  /** Without it, everybody who has not left. */
  state: MemberState.optional(),
  /** `staff`: consultants and administrators together. */
  role: z.enum([...Role.options, 'staff']).optional(),
  /** Whether a package of theirs runs now. */
  package: z.enum(['with', 'without']).optional(),
})
export type MemberFilter = z.infer<typeof MemberFilter>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/admin/members',
  summary: 'Everybody who has an account, the newest first',
  access: 'administrator',
  query: PageQuery.extend(MemberFilter.shape),
  response: pageOf(MemberSummary),
})

export const saveMembers = endpoint({
  method: 'GET',
  path: '/api/admin/members.csv',
  summary: 'The same list as a file for spreadsheets',
  access: 'administrator',
  query: MemberFilter,
  response: LargeFileAnswer,
  file: 'text/csv',
})

export const MemberAccount = MemberSummary.extend({
  firstName: z.string(),
  lastName: z.string(),
  emailVerified: z.boolean(),
  mobile: z.string(),
  timeZone: z.string(),
  /** What they paid less what went back (PRODUCT D13). */
  spend: z.array(z.object({ currency: Currency, amount: MinorUnits })),
})
export type MemberAccount = z.infer<typeof MemberAccount>

export const getMember = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId',
  summary: 'Who a member is, and what they have spent',
  access: 'administrator',
  params: ofMember,
  response: MemberAccount,
  refusals: memberNotFound,
})

export const MemberPackage = OwnedPackage.extend({ lines: z.array(OwnedLine) })
export type MemberPackage = z.infer<typeof MemberPackage>

export const listMemberPackages = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/packages',
  summary: 'The packages of a member with what is left of each, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(MemberPackage),
  refusals: memberNotFound,
})

export const listMemberPurchases = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/purchases',
  summary: 'The purchases of a member, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(Purchase),
  refusals: memberNotFound,
})

export const listMemberBookings = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/bookings',
  summary: 'The sessions of a member: upcoming ones soonest first, past and cancelled ones newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery.extend({ when: z.enum(['upcoming', 'past']) }),
  response: pageOf(Booking),
  refusals: memberNotFound,
})

export const listMemberMails = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/mails',
  summary: 'Mails that were written to a member, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(MailSummary),
  refusals: memberNotFound,
})

export const MemberFile = StoredFile.extend({
  id: z.uuid(),
  /** `session`: they gave it to a consultant. `deliverable`: it was made for them. */
  kind: z.enum(['session', 'deliverable']),
  /** Of the session or of the deliverable. */
  title: z.string(),
  addedAt: z.iso.datetime(),
})
export type MemberFile = z.infer<typeof MemberFile>

export const listMemberFiles = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/files',
  summary: 'Files that a member gave to consultants, and that were made for them, newest first',
  access: 'administrator',
  params: ofMember,
  query: PageQuery,
  response: pageOf(MemberFile),
  refusals: memberNotFound,
})

export const getMemberFileContent = endpoint({
  method: 'GET',
  path: '/api/admin/members/:memberId/files/:fileId',
  summary: 'One of these files',
  access: 'administrator',
  params: ofMember.extend({ fileId: z.uuid() }),
  response: LargeFileAnswer,
  file: 'application/octet-stream',
  refusals: { ...memberNotFound, 'file-not-found': { status: 404, message: 'This file was not found.' } },
})
