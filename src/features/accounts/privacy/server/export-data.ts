import { readCompany } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { DataSection, PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { requireMember } from '../../server/require-account.ts'
import { createExportArchive } from './export-archive.ts'
import { getDataSubject } from './store.ts'

/** Allows for a lost file, but not for overloading the server. */
const exportLimit: RateLimit = { name: 'download-data', attempts: 5, seconds: 3_600 }

export async function exportData(context: MemberContext, areas: PersonalDataAreas): Promise<FileResponse> {
  const { actor, limits } = context
  await limits.count(exportLimit, actor.memberId)
  await recordOwnAction(context.db, context, actor.memberId, 'exported')
  return collectData(context, areas, actor.memberId)
}

/** Lets staff export a member's data at the member's request. */
export async function exportMember(
  context: MemberContext,
  areas: PersonalDataAreas,
  memberId: string,
  { reason }: { reason: string },
): Promise<FileResponse> {
  const { id } = await requireMember(context.db, memberId)
  // Record first, so that no file is handed out without an entry in the log.
  await recordAction(context.db, context, { action: 'member.exported', object: { kind: 'member', id }, reason })
  return collectData(context, areas, id)
}

/** Collects the data that every area holds about a member (UK GDPR art. 15 and 20). */
async function collectData(context: Context, areas: PersonalDataAreas, memberId: MemberId): Promise<FileResponse> {
  const { db, now, publicUrl } = context
  const elsewhere = await collectElsewhere(context, areas, memberId)
  // One snapshot, so that all queries see the same data.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const subject = await getDataSubject(tx, memberId)
      const collected = []
      // The reverse of the erasure order, so that the account comes before the member's activity.
      for (const area of Object.values(areas).toReversed()) collected.push(await area.export(tx, subject, context))
      return createExportArchive({
        sections: [...collected.flatMap(({ sections }) => sections), ...elsewhere],
        files: collected.flatMap(({ files = [] }) => files),
        company: await readCompany(tx),
        email: subject.email,
        writtenAt: now(),
        publicUrl,
      })
    })
}

async function collectElsewhere(
  context: Context,
  areas: PersonalDataAreas,
  memberId: MemberId,
): Promise<DataSection[]> {
  const subject = await getDataSubject(context.db, memberId)
  const collected = []
  for (const area of Object.values(areas)) collected.push(...((await area.exportElsewhere?.(context, subject)) ?? []))
  return collected
}
