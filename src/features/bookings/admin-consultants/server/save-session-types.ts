import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { areOffered, sessionTypeKey } from '../../availability/rules.ts'
import { replaceSessionTypes } from '../../availability/server/store.ts'
import { offerSlotsQueue } from '../../waitlist/server/offer-slots-queue.ts'
import type { saveSessionTypes as endpoint } from '../contract.ts'
import { getConsultantRecord } from './admin-consultants.ts'

/**
 * Sets which session types a consultant offers. An outdated version is refused, so that newer changes are not
 * overwritten.
 */
export async function saveSessionTypes(
  context: MemberContext,
  consultantId: string,
  { version, sessions }: BodyOf<typeof endpoint>,
) {
  const { db } = context
  return db.transaction().execute(async (tx) => {
    const before = await getConsultantRecord({ ...context, db: tx }, consultantId)
    if (!before.availability) throw new Refused('no-availability')
    if (!areOffered(sessions, before.offered)) throw new Refused('session-type-not-offered')
    const distinct = sessions && [...new Map(sessions.map((session) => [sessionTypeKey(session), session])).values()]
    if (!(await replaceSessionTypes(tx, consultantId, { version, sessions: distinct })))
      throw new Refused('edited-elsewhere')
    await recordAction(tx, context, {
      action: 'consultant.session-types-changed',
      object: { kind: 'consultant', id: consultantId },
      before: { sessions: before.availability.sessions },
      after: { sessions: distinct },
    })
    // A member on the waitlist may be waiting for one of the new session types.
    await context.jobs.send(tx, offerSlotsQueue, {})
    return getConsultantRecord({ ...context, db: tx }, consultantId)
  })
}
