import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Consequences, DataSubject, PersonalDataAreas } from '#platform/server/personal-data.ts'
import type { Deletion } from '../contract/leaving.ts'
import { getDataSubject } from './personal-store.ts'

/** What deleting the account would mean, before anything is pressed. */
export async function getDeletion({ db, actor, now }: MemberContext, areas: PersonalDataAreas): Promise<Deletion> {
  const subject = await getDataSubject(db, actor.memberId)
  const { ends, cancels, keeps } = await foretellDeletion(db, areas, subject, now())
  return {
    packages: ends.map(({ title, endsAt }) => ({ title, endsAt: endsAt.toISOString() })),
    comingSessions: cancels,
    kept: keeps.map(({ kind, count, until }) => ({ kind, count, until: until.toISOString() })),
  }
}

export async function foretellDeletion(
  db: Db,
  areas: PersonalDataAreas,
  subject: DataSubject,
  now: Date,
): Promise<Required<Consequences>> {
  const all: Required<Consequences> = { ends: [], cancels: 0, keeps: [] }
  for (const { foretell } of Object.values(areas)) {
    const { ends = [], cancels = 0, keeps = [] } = (await foretell?.(db, subject, now)) ?? {}
    all.ends.push(...ends)
    all.cancels += cancels
    all.keeps.push(...keeps)
  }
  return all
}
