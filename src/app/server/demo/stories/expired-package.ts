import { sessionScenes } from '../book-session.ts'
import { buyPackage } from '../buy-package.ts'
import { makeItem } from '../make-item.ts'
import { rateSession } from '../rate-session.ts'
import { newcomer, type Story } from '../story.ts'

/** Two weeks that are over, paid in dollars, with all that was promised and a rating for the team alone. */
export function expiredPackage(): Story {
  const marek = newcomer({ firstName: 'Marek', lastName: 'Nowak' })
  const abroad = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: 'PL' } as const
  return {
    person: marek.person,
    shows: 'a package that has expired, paid in dollars, everything delivered',
    scenes: [
      {
        daysAgo: 70,
        async play(cast) {
          const member = await marek.arrive(cast)
          const order = { packageId: 'study-world-basic', market: 'international', buyer: abroad } as const
          await buyPackage(cast.stage, member, order)
        },
      },
      ...sessionScenes({
        member: marek,
        consultant: ({ thomas }) => thomas,
        lineKey: 'consultation',
        daysAgo: 69,
        notes: 'Computer science, taught in English, with a scholarship if there is one.',
      }),
      {
        daysAgo: 64,
        async play({ thomas }) {
          await makeItem(thomas, marek.actor, { lineKey: 'matching' }, 'approved')
          await makeItem(thomas, marek.actor, { lineKey: 'strategy-report' }, 'approved')
          await makeItem(thomas, marek.actor, { lineKey: 'referral' }, 'delivered')
        },
      },
      ...sessionScenes({
        member: marek,
        consultant: ({ thomas }) => thomas,
        lineKey: 'final-call',
        daysAgo: 62,
        afterwards: (_, bookingId) =>
          rateSession(marek.actor, bookingId, {
            score: 4,
            words: 'Clear and patient. The report came a day late.',
            mayPublish: false,
          }),
      }),
    ],
  }
}
