import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** Somebody new whose card was declined, and who has not confirmed their address. */
export function declinedCard(): Story {
  const leo = newcomer({ firstName: 'Leo', lastName: 'Martin' }, { isVerified: false })
  return {
    person: leo.person,
    shows: 'a payment that is still open after a declined card, an address that is not confirmed',
    scenes: [
      {
        daysAgo: 0.2,
        async play(cast) {
          const member = await leo.arrive(cast)
          await buyPackage(cast.stage, member, {
            packageId: 'my-future-basic',
            card: 'tok_chargeDeclinedInsufficientFunds',
          })
        },
      },
    ],
  }
}
