import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { foretellIllness as contract } from '../contract/agenda.ts'
import { findRestOfDay } from './find-rest-of-day.ts'
import { requireEntry } from './require-entry.ts'

export async function foretellIllness({ db, actor, now }: MemberContext): Promise<ResponseOf<typeof contract>> {
  const { id } = await requireEntry(db, actor.memberId)
  const { today, timeZone, sessions } = await findRestOfDay(db, { accountId: actor.memberId, consultantId: id }, now())
  return {
    today,
    timeZone,
    sessions: sessions.map(({ id, startsAt, title, memberName }) => ({
      id,
      startsAt: startsAt.toISOString(),
      title,
      memberName,
    })),
  }
}
