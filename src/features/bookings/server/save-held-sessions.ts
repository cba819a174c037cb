import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { ConsultantRecord, saveHeldSessions as endpoint } from '../contract/consultant.ts'
import { replaceHeldSessions } from './consultant-store.ts'
import { getConsultantRecord } from './get-consultant-record.ts'
import { offerEarlierTimesJob } from './jobs.ts'

/** An administrator says which sessions somebody holds. What they have chosen meanwhile is not overwritten. */
export async function saveHeldSessions(
  context: MemberContext,
  consultantId: string,
  { version, sessions }: BodyOf<typeof endpoint>,
): Promise<ConsultantRecord> {
  const { db, now } = context
  return db.transaction().execute(async (tx) => {
    const before = await getConsultantRecord({ db: tx, now }, consultantId)
    if (!before.availability) throw new Refused('no-hours')
    const isOffered = ({ packageId, lineKey }: NonNullable<typeof sessions>[number]) =>
      before.offered.some((offered) => offered.packageId === packageId && offered.lineKey === lineKey)
    if (sessions && !sessions.every(isOffered)) throw new Refused('session-not-theirs')
    const isSaved = await replaceHeldSessions(tx, consultantId, { version, sessions: withoutTwins(sessions) })
    if (!isSaved) throw new Refused('changed-meanwhile')
    await recordAction(tx, context, {
      action: 'consultant.sessions-changed',
      object: { kind: 'consultant', id: consultantId },
      before: { sessions: before.availability.sessions },
      after: { sessions },
    })
    // Somebody may be waiting for one of them.
    await context.jobs.send(tx, offerEarlierTimesJob, {})
    return getConsultantRecord({ db: tx, now }, consultantId)
  })
}

function withoutTwins<Session extends { packageId: string; lineKey: string }>(sessions: Session[] | null) {
  return sessions && [...new Map(sessions.map((one) => [JSON.stringify([one.packageId, one.lineKey]), one])).values()]
}
