import { getWithdrawal, withdraw } from '#features/payments/contract/refund.ts'
import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** Somebody who has changed their mind within the 14 days: all of it went back, and nothing more is made. */
export function refundedPackage(): Story {
  const oliver = newcomer({ firstName: 'Oliver', lastName: 'Hughes' })
  let purchaseId = ''
  return {
    person: oliver.person,
    shows: 'a package that was cancelled within 14 days and refunded, with its credit note',
    scenes: [
      {
        daysAgo: 20,
        async play(cast) {
          const member = await oliver.arrive(cast)
          purchaseId = await buyPackage(cast.stage, member, { packageId: 'biz-future-basic' })
        },
      },
      {
        daysAgo: 15,
        async play() {
          const params = { purchaseId }
          const { refund } = await oliver.actor.ask(getWithdrawal, { params })
          await oliver.actor.ask(withdraw, { params, body: { expectedRefund: refund } })
        },
      },
    ],
  }
}
