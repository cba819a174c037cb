import { actForMember } from '#features/accounts/server/public.ts'
import { listBookings, listNotesAboutMember } from '#features/bookings/server/public.ts'
import { listPurchases } from '#features/purchases/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listMemberEmails, listMemberFiles, listMemberPackages, openMemberFile } from './member-details.ts'
import { listMemberNotes, removeMemberNote, writeMemberNote } from './member-notes.ts'
import { downloadMembers, getMember, listMembers } from './members.ts'

export function memberRoutes(serve: Serve, serveInRealTime: Serve) {
  serve(contract.listMembers, (context, { query }) => listMembers(context, query))
  serve(contract.downloadMembers, (context, { query }) => downloadMembers(context, query))
  serve(contract.getMember, (context, { params }) => getMember(context, params.memberId))
  serve(contract.listMemberPackages, (context, { params, query }) =>
    listMemberPackages(context, params.memberId, query),
  )
  serve(contract.listMemberPurchases, async (context, { params, query }) =>
    listPurchases(await actForMember(context, params.memberId), query),
  )
  serve(contract.listMemberBookings, async (context, { params, query }) =>
    listBookings(await actForMember(context, params.memberId), query),
  )
  serveInRealTime(contract.listMemberEmails, (context, { params, query }) =>
    listMemberEmails(context, params.memberId, query),
  )
  serve(contract.listMemberFiles, (context, { params, query }) => listMemberFiles(context, params.memberId, query))
  serve(contract.getMemberFileContent, (context, { params }) => openMemberFile(context, params))
  serveInRealTime(contract.listMemberNotes, (context, { params, query }) =>
    listMemberNotes(context, params.memberId, query),
  )
  serveInRealTime(contract.writeMemberNote, (context, { params, body }) =>
    writeMemberNote(context, params.memberId, body),
  )
  serveInRealTime(contract.removeMemberNote, (context, { params }) => removeMemberNote(context, params))
  serveInRealTime(contract.listMemberSessionNotes, async (context, { params, query }) =>
    listNotesAboutMember(await actForMember(context, params.memberId), query),
  )
}
