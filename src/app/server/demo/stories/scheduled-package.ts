import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** Somebody who keeps their right to cancel: the package waits for day 15. */
export function scheduledPackage(): Story {
  const priya = newcomer({ firstName: 'Priya', lastName: 'Shah' })
  return {
    person: priya.person,
    shows: 'a package that is scheduled: it starts on day 15',
    scenes: [
      {
        daysAgo: 3,
        async play(cast) {
          const member = await priya.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'my-future-basic', startsNow: false })
        },
      },
    ],
  }
}
