import { listSessionLines, type SessionLine } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { type BookableConsultant, listBookableConsultants } from '../../server/consultant-store.ts'
import { showConsultant } from '../../server/show-booking.ts'
import { listOpenBookings } from '../../server/store.ts'
import type { BookableSession } from '../contract.ts'
import { bookableFrom, sessionBlocker } from '../rules.ts'

/** Lists the sessions in the member's packages. The package that ends first is listed first and used first. */
export async function listBookableSessions({ db, actor, now }: MemberContext): Promise<BookableSession[]> {
  const moment = now()
  const lines = await listSessionLines(db, actor.memberId, moment)
  if (lines.length === 0) return []
  const memberSessions = { lines, openBookings: await listOpenBookings(db, actor.memberId, moment) }
  const consultants = await listBookableConsultants(db)
  return lines.map((line) => ({
    entitlementId: line.entitlementId,
    lineKey: line.lineKey,
    packageTitle: line.packageTitle,
    serviceType: line.serviceType,
    title: line.title,
    minutes: line.minutes,
    left: line.isUnlimited ? null : line.left,
    from: bookableFrom(line, memberSessions).toISOString(),
    until: line.endsAt.toISOString(),
    ...sessionBlocker(line, memberSessions),
    consultants: consultants.filter((consultant) => offersSession(consultant, line)).map(showConsultant),
  }))
}

function offersSession(
  { services, sessions }: BookableConsultant,
  { serviceType, packageId, lineKey }: SessionLine,
): boolean {
  const isListed = sessions.some((session) => session.packageId === packageId && session.lineKey === lineKey)
  return services.includes(serviceType) && (sessions.length === 0 || isListed)
}
