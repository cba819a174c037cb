import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { offerSlotsQueue } from '../../waitlist/server/offer-slots-queue.ts'
import type { ConsultantRecord, saveSessionTypes as endpoint } from '../contract.ts'
import { getConsultantRecord } from './admin-consultants.ts'
import { replaceSessionTypes } from './store.ts'

/** Sets which session types a consultant offers. A stale version is refused, so newer changes are not overwritten. */
export async function saveSessionTypes(
  context: MemberContext,
  consultantId: string,
  { version, sessions }: BodyOf<typeof endpoint>,
): Promise<ConsultantRecord> {
  const { db } = context
  return db.transaction().execute(async (tx) => {
    const before = await getConsultantRecord({ ...context, db: tx }, consultantId)
    if (!before.availability) throw new Refused('no-availability')
    const isOffered = ({ packageId, lineKey }: NonNullable<typeof sessions>[number]) =>
      before.offered.some((offered) => offered.packageId === packageId && offered.lineKey === lineKey)
    if (sessions && !sessions.every(isOffered)) throw new Refused('session-type-not-offered')
    const isSaved = await replaceSessionTypes(tx, consultantId, { version, sessions: withoutDuplicates(sessions) })
    if (!isSaved) throw new Refused('edited-elsewhere')
    await recordAction(tx, context, {
      action: 'consultant.session-types-changed',
      object: { kind: 'consultant', id: consultantId },
      before: { sessions: before.availability.sessions },
      after: { sessions },
    })
    // A member on the waitlist may want one of the new session types.
    await context.jobs.send(tx, offerSlotsQueue, {})
    return getConsultantRecord({ ...context, db: tx }, consultantId)
  })
}

function withoutDuplicates<Session extends { packageId: string; lineKey: string }>(sessions: Session[] | null) {
  return (
    sessions && [
      ...new Map(sessions.map((session) => [JSON.stringify([session.packageId, session.lineKey]), session])).values(),
    ]
  )
}
