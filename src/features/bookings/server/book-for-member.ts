import { actForMember } from '#features/accounts/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { bookForMember as endpoint } from '../contract/member-booking.ts'
import type { Booking } from '../contract.ts'
import { bookSession } from './book-session.ts'

/** By the rules of the member's own booking, who is told of it as if they had made it. */
export async function bookForMember(
  context: MemberContext,
  memberId: string,
  { reason, ...choice }: BodyOf<typeof endpoint>,
): Promise<Booking> {
  const asMember = await actForMember(context, memberId)
  return bookSession(asMember, choice, async (tx, bookingId) => {
    await recordAction(tx, context, {
      action: 'booking.made',
      object: { kind: 'booking', id: bookingId },
      reason,
      after: { member: asMember.actor.memberId, session: choice.lineKey, startsAt: choice.startsAt },
    })
  })
}
