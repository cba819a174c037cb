import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BookableSession } from '../contract.ts'
import { bookableFrom, obstacleOf } from '../rules/bookable.ts'
import { listOpenBookings } from './booking-store.ts'
import { type KnownConsultant, listBookableConsultants } from './holder-store.ts'
import { showConsultant } from './show-booking.ts'

/** Every session of the member's packages: of two packages the one that ends first comes first, and pays. */
export async function listBookableSessions({ db, actor, now }: MemberContext): Promise<BookableSession[]> {
  const moment = now()
  const lines = await listSessionLines(db, actor.memberId, moment)
  if (lines.length === 0) return []
  const owned = { lines, open: await listOpenBookings(db, actor.memberId, moment) }
  const consultants = await listBookableConsultants(db)
  return lines.map((line) => ({
    entitlementId: line.entitlementId,
    lineKey: line.lineKey,
    packageTitle: line.packageTitle,
    serviceType: line.serviceType,
    title: line.title,
    minutes: line.minutes,
    left: line.isUnlimited ? null : line.left,
    from: bookableFrom(line, owned).toISOString(),
    until: line.endsAt.toISOString(),
    ...obstacleOf(line, owned, moment),
    consultants: consultants.filter((consultant) => holds(consultant, line)).map(showConsultant),
  }))
}

function holds({ services, sessions }: KnownConsultant, { serviceType, packageId, lineKey }: SessionLine): boolean {
  const isChosen = sessions.some((session) => session.packageId === packageId && session.lineKey === lineKey)
  return services.includes(serviceType) && (sessions.length === 0 || isChosen)
}
