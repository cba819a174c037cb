import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Consequences, DataSubject, PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { DeletionPreview } from '../contract.ts'
import { getDataSubject } from './store.ts'

export async function previewAccountDeletion(
  { db, actor, now }: MemberContext,
  areas: PersonalDataAreas,
): Promise<DeletionPreview> {
  const subject = await getDataSubject(db, actor.memberId)
  const { ends, cancels, keeps } = await getDeletionConsequences(db, areas, subject, now())
  return {
    packages: ends.map(({ title, endsAt }) => ({ title, endsAt: endsAt.toISOString() })),
    upcomingSessions: cancels,
    kept: keeps.map(({ kind, count, until }) => ({ kind, count, until: until.toISOString() })),
  }
}

export async function getDeletionConsequences(
  db: Db,
  areas: PersonalDataAreas,
  subject: DataSubject,
  now: Date,
): Promise<Required<Consequences>> {
  const total: Required<Consequences> = { ends: [], cancels: 0, keeps: [] }
  for (const { preview } of Object.values(areas)) {
    const { ends = [], cancels = 0, keeps = [] } = (await preview?.(db, subject, now)) ?? {}
    total.ends.push(...ends)
    total.cancels += cancels
    total.keeps.push(...keeps)
  }
  return total
}
