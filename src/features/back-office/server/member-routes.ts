import { actForMember, requireFreshIdentity } from '#features/accounts/server/public.ts'
import { listBookings, listNotesAboutMember } from '#features/bookings/server/public.ts'
import { listPurchases } from '#features/purchases/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as grant from '../contract/grant.ts'
import * as member from '../contract/member.ts'
import * as note from '../contract/member-note.ts'
import { extendMemberPackage } from './extend-member-package.ts'
import { getMember } from './get-member.ts'
import { grantPackage } from './grant-package.ts'
import { listMemberFiles, openMemberFile } from './list-member-files.ts'
import { listMemberMails } from './list-member-mails.ts'
import { listMemberPackages } from './list-member-packages.ts'
import { listMembers } from './list-members.ts'
import { saveMembers } from './save-members.ts'
import { listMemberNotes, removeMemberNote, writeMemberNote } from './write-member-note.ts'

/** @param serveInRealTime for what the clock of the business does not move: letters, notes, who somebody is */
export function memberRoutes(
  serve: Serve,
  { serveInRealTime, realNow }: { serveInRealTime: Serve; realNow: () => Date },
) {
  serve(member.listMembers, (context, { query }) => listMembers(context, query))
  serve(member.saveMembers, (context, { query }) => saveMembers(context, query))
  serve(member.getMember, (context, { params }) => getMember(context, params.memberId))
  serve(member.listMemberPackages, (context, { params, query }) => listMemberPackages(context, params.memberId, query))
  serve(member.listMemberPurchases, async (context, { params, query }) =>
    listPurchases(await actForMember(context, params.memberId), query),
  )
  serve(member.listMemberBookings, async (context, { params, query }) =>
    listBookings(await actForMember(context, params.memberId), query),
  )
  serveInRealTime(member.listMemberMails, (context, { params, query }) =>
    listMemberMails(context, params.memberId, query),
  )
  serve(member.listMemberFiles, (context, { params, query }) => listMemberFiles(context, params.memberId, query))
  serve(member.getMemberFileContent, (context, { params }) => openMemberFile(context, params))

  serveInRealTime(note.listMemberNotes, (context, { params, query }) =>
    listMemberNotes(context, params.memberId, query),
  )
  serveInRealTime(note.writeMemberNote, (context, { params, body }) => writeMemberNote(context, params.memberId, body))
  serveInRealTime(note.removeMemberNote, (context, { params }) => removeMemberNote(context, params))
  serveInRealTime(note.listMemberSessionNotes, async (context, { params, query }) =>
    listNotesAboutMember(await actForMember(context, params.memberId), query),
  )

  serve(grant.grantPackage, async (context, { params, body }) => {
    requireFreshIdentity({ ...context, now: realNow })
    return grantPackage(context, params.memberId, body)
  })
  serve(grant.extendMemberPackage, (context, { params, body }) => extendMemberPackage(context, params, body))
}
