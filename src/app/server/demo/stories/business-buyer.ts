import * as bookings from '#features/bookings/contract.ts'
import { bookSession } from '../book-session.ts'
import { buyPackage } from '../buy-package.ts'
import { makeItem } from '../make-item.ts'
import { newcomer, type Story } from '../story.ts'

/** A business with a full VAT invoice, and deliverables in every state. */
export function businessBuyer(): Story {
  const yusuf = newcomer({ firstName: 'Yusuf', lastName: 'Demir' })
  const business = {
    kind: 'business',
    companyName: 'Demir Coffee Ltd',
    vatNumber: 'GB123456789',
    address: ['14 Harbour Street', 'Bristol', 'BS1 4XX'],
    country: 'GB',
  } as const
  let bookingId = ''
  return {
    person: yusuf.person,
    shows: 'a business with its VAT invoice, and deliverables in every state',
    scenes: [
      {
        daysAgo: 18,
        async play(cast) {
          const member = await yusuf.arrive(cast)
          const buyer = { ...business, address: [...business.address] }
          await buyPackage(cast.stage, member, { packageId: 'biz-future-pro', buyer })
        },
      },
      {
        daysAgo: 14,
        async play({ stage, amara }) {
          const wish = { lineKey: 'strategy-meeting', consultant: amara, inDays: 5, phone: '+44 7700 900456' }
          bookingId = await bookSession(stage, yusuf.actor, wish)
        },
      },
      {
        daysAgo: 12,
        async play({ amara }) {
          await yusuf.actor.ask(bookings.cancelBooking, { params: { bookingId }, body: { outcome: 'returned' } })
          await makeItem(amara, yusuf.actor, { lineKey: 'posts', number: 1 }, 'approved')
          await makeItem(amara, yusuf.actor, { lineKey: 'posts', number: 2 }, 'delivered')
        },
      },
      {
        daysAgo: 3,
        async play({ stage, amara }) {
          await makeItem(amara, yusuf.actor, { lineKey: 'posts', number: 3 }, 'asked')
          await makeItem(amara, yusuf.actor, { lineKey: 'reels', number: 1 }, 'changes-asked')
          await makeItem(amara, yusuf.actor, { lineKey: 'posts', number: 4 }, 'taken')
          await bookSession(stage, yusuf.actor, { lineKey: 'strategy-meeting', consultant: amara, inDays: 7 })
        },
      },
    ],
  }
}
