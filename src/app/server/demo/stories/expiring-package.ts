import { sessionScenes } from '../book-session.ts'
import { buyPackage } from '../buy-package.ts'
import { makeItem } from '../make-item.ts'
import { newcomer, type Story } from '../story.ts'

/** The last hours of a week, with a session that is not booked yet: the product has warned of it. */
export function expiringPackage(): Story {
  const grace = newcomer({ firstName: 'Grace', lastName: 'Lindqvist' })
  return {
    person: grace.person,
    shows: 'a package that ends within a day, with a final call not booked yet and a warning of it',
    scenes: [
      {
        daysAgo: 6.3,
        async play(cast) {
          const member = await grace.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'my-future-basic', card: 'tok_mastercard' })
        },
      },
      ...sessionScenes({
        member: grace,
        consultant: ({ amara }) => amara,
        lineKey: 'initial-consultation',
        daysAgo: 6.2,
      }),
      {
        daysAgo: 2,
        play: ({ amara }) => makeItem(amara, grace.actor, { lineKey: 'linkedin-review' }, 'delivered'),
      },
    ],
  }
}
