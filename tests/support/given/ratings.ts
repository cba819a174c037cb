import { publishingConsent } from '#features/bookings/ratings/rules.ts'
import type { Member, TestApp } from '../app/start-app.ts'
import { givenBookableConsultant, insertBooking } from './bookable-consultants.ts'
import { buy } from './refunds.ts'

/** A member who had a session yesterday, in the given state. */
export async function givenHeldSession(
  app: TestApp,
  { state = 'held', member }: { state?: 'held' | 'booked' | 'missed' | 'cancelled'; member?: Member } = {},
) {
  const purchase = await buy(app, { ...(member && { member }) })
  const [entitlement] = await app.rows('select id from entitlement where purchase_id = $1', purchase.id)
  const { id: consultantId } = await givenBookableConsultant(app)
  const bookingId = await insertBooking(app, {
    consultantId,
    memberId: purchase.member.id,
    entitlementId: entitlement.id,
    startsAt: new Date(app.clock.now().getTime() - 86_400_000),
    state,
  })
  return { member: purchase.member, bookingId, path: `/api/bookings/${bookingId}/rating` }
}

/** The request that the rating panel sends. */
export function newRating(
  details: Partial<{ score: number; comment: string | null; mayPublish: boolean; shownName: string }> = {},
) {
  return {
    score: 5,
    comment: 'I know what comes next.',
    mayPublish: false,
    consentVersion: publishingConsent.version,
    shownName: 'Ada',
    ...details,
  }
}
