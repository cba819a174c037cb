import type { ConsultantProfile } from '#features/consultants/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { dayIn } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import { getConsultant } from '../../server/consultant-store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { offerSlotsQueue } from '../../waitlist/server/offer-slots-queue.ts'
import type { Availability, OwnAvailability } from '../contract.ts'
import { areOffered, DEFAULT_AVAILABILITY } from '../rules.ts'
import { findAvailability, listSessionTypes, replaceAvailability } from './store.ts'

/** Replaces the whole availability. Existing bookings are kept. */
export async function saveAvailability(context: MemberContext, availability: Availability): Promise<OwnAvailability> {
  const { db, actor, now } = context
  return db.transaction().execute(async (tx) => {
    const consultant = await requireConsultant(tx, actor.memberId)
    const offered = await listSessionTypes(tx, consultant.services)
    if (!areOffered(availability.sessions, offered)) throw new Refused('session-type-not-offered')
    const today = dayIn(availability.timeZone, now().getTime())
    const isUpcoming = ({ day }: { day: string }) => day >= today
    const isSaved = await replaceAvailability(tx, consultant.id, {
      ...availability,
      dateOverrides: availability.dateOverrides.filter(isUpcoming),
      daysOff: availability.daysOff.filter(isUpcoming).map(({ day, reason }) => ({ day, reason: reason || null })),
      meetingUrl: availability.meetingUrl || null,
    })
    if (!isSaved) throw new Refused('availability-changed')
    // A member on the waitlist may be waiting for one of the new slots.
    await context.jobs.send(tx, offerSlotsQueue, {})
    return describeAvailability(tx, context, consultant)
  })
}

export async function getAvailability(context: MemberContext): Promise<OwnAvailability> {
  const { db, actor } = context
  return describeAvailability(db, context, await requireConsultant(db, actor.memberId))
}

async function describeAvailability(
  db: Db,
  { now }: MemberContext,
  { id, displayName, services, isPublished }: ConsultantProfile,
): Promise<OwnAvailability> {
  const { timeZone } = await getConsultant(db, id)
  const today = dayIn(timeZone, now().getTime())
  const saved = await findAvailability(db, id, today)
  return {
    displayName,
    isPublished,
    isSaved: saved !== undefined,
    availability: saved ?? { ...DEFAULT_AVAILABILITY, timeZone },
    offered: await listSessionTypes(db, services),
    today,
  }
}
