import * as bookings from '#features/bookings/cancellation/contract.ts'
import type { Buyer } from '#features/payments/checkout/contract/buyer.ts'
import { requestGuardianConsent } from '#features/payments/guardians/contract.ts'
import { getWithdrawal, withdrawPurchase } from '#features/payments/withdrawal/contract.ts'
import { buyPackage, firstPurchase, produceDeliverable } from '../packages.ts'
import { bookSession } from '../sessions.ts'
import { daysAgo, newMember, type Story } from '../story.ts'

/** A business with a full VAT invoice, and deliverables in every state. */
export function businessBuyer(): Story {
  const yusuf = newMember({ firstName: 'Yusuf', lastName: 'Demir' })
  const business: Buyer = {
    kind: 'business',
    companyName: 'Demir Coffee Ltd',
    vatNumber: 'GB123456789',
    address: ['14 Harbour Street', 'Bristol', 'BS1 4XX'],
    country: 'GB',
  }
  let bookingId = ''
  return {
    person: yusuf.person,
    shows: 'a business with its VAT invoice, and deliverables in every state',
    steps: [
      firstPurchase(18, yusuf, { packageId: 'biz-future-pro', buyer: business }),
      daysAgo(14, async ({ site, amara }) => {
        const request = { lineKey: 'strategy-meeting', consultant: amara, inDays: 5, phone: '+44 7700 900456' }
        bookingId = await bookSession(site, yusuf.actor, request)
      }),
      daysAgo(12, async ({ amara }) => {
        await yusuf.actor.call(bookings.cancelBooking, { params: { bookingId }, body: { outcome: 'returned' } })
        await produceDeliverable(amara, yusuf.actor, { lineKey: 'posts', number: 1 }, 'approved')
        await produceDeliverable(amara, yusuf.actor, { lineKey: 'posts', number: 2 }, 'delivered')
      }),
      daysAgo(3, async ({ site, amara }) => {
        await produceDeliverable(amara, yusuf.actor, { lineKey: 'posts', number: 3 }, 'approval-requested')
        await produceDeliverable(amara, yusuf.actor, { lineKey: 'reels', number: 1 }, 'changes-requested')
        await produceDeliverable(amara, yusuf.actor, { lineKey: 'posts', number: 4 }, 'taken')
        await bookSession(site, yusuf.actor, { lineKey: 'strategy-meeting', consultant: amara, inDays: 7 })
      }),
    ],
  }
}

/** A new member whose card was declined and whose email address is not confirmed. */
export function declinedCard(): Story {
  const leo = newMember({ firstName: 'Leo', lastName: 'Martin' }, { isVerified: false })
  return {
    person: leo.person,
    shows: 'a payment that is still open after a declined card, an address that is not confirmed',
    steps: [firstPurchase(0.2, leo, { packageId: 'my-future-basic', card: 'tok_chargeDeclinedInsufficientFunds' })],
  }
}

/** The payment is disputed, so the package is suspended until the bank decides. */
export function disputedPackage(): Story {
  const sofia = newMember({ firstName: 'Sofia', lastName: 'Rossi' })
  return {
    person: sofia.person,
    shows: 'a payment that is disputed: the package is suspended',
    steps: [firstPurchase(9, sofia, { packageId: 'study-world-pro', card: 'tok_createDispute' })],
  }
}

/** The member withdraws within 14 days, so everything is refunded and no more work is done. */
export function refundedPackage(): Story {
  const oliver = newMember({ firstName: 'Oliver', lastName: 'Hughes' })
  let purchaseId = ''
  return {
    person: oliver.person,
    shows: 'a package that was cancelled within 14 days and refunded, with its credit note',
    steps: [
      daysAgo(20, async (people) => {
        const member = await oliver.register(people)
        purchaseId = await buyPackage(people.site, member, { packageId: 'biz-future-basic' })
      }),
      daysAgo(15, async () => {
        const params = { purchaseId }
        const { refund } = await oliver.actor.call(getWithdrawal, { params })
        await oliver.actor.call(withdrawPurchase, { params, body: { expectedRefund: refund } })
      }),
    ],
  }
}

/** A member under 18 whose guardian has not answered yet (PRODUCT D24). */
export function youngMember(): Story {
  const nia = newMember({ firstName: 'Nia', lastName: 'Jones' })
  return {
    person: nia.person,
    shows: 'someone under 18, whose guardian is asked by email before anything can be paid',
    steps: [
      daysAgo(2, async (people) => {
        const member = await nia.register(people)
        const guardian = { name: 'Carys Jones', email: 'carys.jones@demo.example' }
        await member.call(requestGuardianConsent, { body: { packageId: 'my-future-basic', market: 'uk', guardian } })
      }),
    ],
  }
}
