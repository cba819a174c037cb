import * as ratings from '#features/bookings/contract/rating.ts'
import type { Actor } from './act-as.ts'

type Words = { score: 1 | 2 | 3 | 4 | 5; words: string | null; mayPublish: boolean }

/** Says how a session was, with the consent as it stands beside the box. */
export async function rateSession(member: Actor, bookingId: string, given: Words): Promise<void> {
  const params = { bookingId }
  const { consent } = await member.ask(ratings.getRating, { params })
  const { version: consentVersion, shownName } = consent
  await member.ask(ratings.rateSession, { params, body: { ...given, consentVersion, shownName } })
}
