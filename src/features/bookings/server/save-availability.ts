import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { dayIn } from '#platform/shared/zone-days.ts'
import type { Availability, OfferedSession, OwnAvailability } from '../contract/availability.ts'
import { describeAvailability } from './get-availability.ts'
import { listOfferedSessions, replaceAvailability } from './hours-store.ts'
import { offerEarlierTimesJob } from './jobs.ts'
import { requireEntry } from './require-entry.ts'

/** The whole of it at once: what is not in it is gone. Sessions that are booked stay. */
export async function saveAvailability(context: MemberContext, given: Availability): Promise<OwnAvailability> {
  const { db, actor, now } = context
  return db.transaction().execute(async (tx) => {
    const entry = await requireEntry(tx, actor.memberId)
    const offered = await listOfferedSessions(tx, entry.services)
    if (given.sessions?.some((chosen) => !offered.some((session) => isSame(session, chosen))))
      throw new Refused('session-not-yours')
    const today = dayIn(given.timeZone, now().getTime())
    const isToCome = ({ day }: { day: string }) => day >= today
    const isSaved = await replaceAvailability(tx, entry.id, {
      ...given,
      dayHours: given.dayHours.filter(isToCome),
      daysOff: given.daysOff.filter(isToCome),
      meetingUrl: given.meetingUrl || null,
    })
    if (!isSaved) throw new Refused('availability-changed')
    // Somebody may be waiting for one of the new times.
    await context.jobs.send(tx, offerEarlierTimesJob, {})
    return describeAvailability(tx, context, entry)
  })
}

type Chosen = { packageId: string; lineKey: string }

function isSame(session: OfferedSession, chosen: Chosen): boolean {
  return session.packageId === chosen.packageId && session.lineKey === chosen.lineKey
}
