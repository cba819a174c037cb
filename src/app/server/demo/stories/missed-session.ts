import { sessionScenes } from '../book-session.ts'
import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** A session at which nobody appeared: it counts as used, and the member was told. */
export function missedSession(): Story {
  const ben = newcomer({ firstName: 'Ben', lastName: 'Carter' })
  return {
    person: ben.person,
    shows: 'a session that was missed and counts as used',
    scenes: [
      {
        daysAgo: 12,
        async play(cast) {
          const member = await ben.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'study-world-basic', card: 'tok_amex' })
        },
      },
      ...sessionScenes({
        member: ben,
        consultant: ({ thomas }) => thomas,
        lineKey: 'consultation',
        daysAgo: 11,
        mark: 'missed',
      }),
    ],
  }
}
