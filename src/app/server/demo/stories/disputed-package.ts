import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** The bank has taken the money back for now: the package is suspended until that is decided. */
export function disputedPackage(): Story {
  const sofia = newcomer({ firstName: 'Sofia', lastName: 'Rossi' })
  return {
    person: sofia.person,
    shows: 'a payment that is disputed: the package is suspended',
    scenes: [
      {
        daysAgo: 9,
        async play(cast) {
          const member = await sofia.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'study-world-pro', card: 'tok_createDispute' })
        },
      },
    ],
  }
}
