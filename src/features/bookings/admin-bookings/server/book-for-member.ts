import { actForMember } from '#features/accounts/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { bookSession } from '../../booking/server/book-session.ts'
import { insertNote } from '../../session-notes/server/store.ts'
import type { bookForMember as endpoint } from '../contract.ts'

/** Books under the rules that apply to the member, who is notified as if they had made the booking. */
export async function bookForMember(
  context: MemberContext,
  memberId: string,
  { reason, staffNote, ...choice }: BodyOf<typeof endpoint>,
) {
  const asMember = await actForMember(context, memberId)
  return bookSession(asMember, choice, async (tx, bookingId) => {
    const note = { bookingId, authorId: context.actor.memberId, isShared: false, writtenAt: context.now() }
    if (staffNote) await insertNote(tx, { ...note, text: staffNote })
    await recordAction(tx, context, {
      action: 'booking.created',
      object: { kind: 'booking', id: bookingId },
      reason,
      after: { member: asMember.actor.memberId, session: choice.lineKey, startsAt: choice.startsAt },
    })
  })
}
