import { publishingConsent } from '#features/bookings/ratings/rules.ts'
import type { Member, TestApp } from '../app/start-app.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from './bookable-consultants.ts'
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

/** A new member's rating of a session of this package, which was held yesterday. */
export async function givenRating(app: TestApp, packageId: string, score: number) {
  const member = await app.quickMember()
  const entitlementId = await grantPackage(app, member.id, packageId)
  const { id: consultantId } = await givenBookableConsultant(app)
  const startsAt = new Date(app.clock.now().getTime() - 86_400_000)
  const session = { consultantId, memberId: member.id, entitlementId, packageId, startsAt, state: 'held' as const }
  const path = `/api/bookings/${await insertBooking(app, session)}/rating`
  await member.send('PUT', path, newRating({ score }))
  return { remove: () => member.delete(path) }
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
