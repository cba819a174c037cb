import type { MemberContext } from '#platform/server/context.ts'
import { deleteReservationOf } from './reservation-store.ts'

/** The time that is kept for the member, if one is, is anybody's again. */
export async function releaseTime({ db, actor }: MemberContext): Promise<null> {
  await deleteReservationOf(db, actor.memberId)
  return null
}
