import { randomUUID } from 'node:crypto'
import * as notifications from '#features/notifications/contract.ts'
import { refundPurchase } from '#features/payments/refunds/contract.ts'
import * as subscriptions from '#features/payments/subscriptions/contract.ts'
import { finishCardUpdate, startCardUpdate } from '#features/payments/subscriptions/contract.ts'
import { buyPackage, firstPurchase, produceDeliverable } from '../packages.ts'
import { bookSession, moveSession, rateSession, sessionSteps } from '../sessions.ts'
import { daysAgo, type NewMember, newMember, type Step, type Story } from '../story.ts'
import { answerMessage, writeMessage } from './messages.ts'

/** A cancelled subscription that has ended, with a partial refund. */
export function endedSubscription(): Story {
  const hannah = newMember({ firstName: 'Hannah', lastName: 'Weiss' })
  return {
    person: hannah.person,
    shows: 'a subscription that was cancelled, partly refunded and has ended',
    steps: [
      daysAgo(50, async (people) => {
        const member = await hannah.register(people)
        const purchaseId = await buyPackage(people.site, member, { packageId: 'my-future-pro' })
        const [subscription] = await member.call(subscriptions.listSubscriptions)
        const params = { subscriptionId: subscription?.id ?? '' }
        await member.call(subscriptions.cancelSubscription, { params })
        await people.administrator.call(refundPurchase, {
          params: { purchaseId },
          body: { requestId: randomUUID(), amount: 1_000, reason: 'A session was cut short', endsAccess: false },
        })
      }),
    ],
  }
}

/**
 * More than three months of a subscription: renewals, a rating published as a story, a conversation and a moved
 * session.
 */
export function longSubscription(): Story {
  const amelia = newMember({ firstName: 'Amelia', lastName: 'Foster' })
  return {
    person: amelia.person,
    shows: 'a subscription in its fourth month: renewals, a moved session, a conversation, a released rating',
    steps: [
      firstPurchase(94, amelia, { packageId: 'my-future-pro' }),
      ...firstSession(amelia),
      daysAgo(88, async ({ amara }) => {
        await produceDeliverable(amara, amelia.actor, { lineKey: 'roadmap' }, 'approved')
        await produceDeliverable(amara, amelia.actor, { lineKey: 'future-profile-report' }, 'approved')
      }),
      ...sessionSteps({
        member: amelia,
        consultant: ({ amara }) => amara,
        lineKey: 'consultation',
        bookedDaysAgo: 60,
        afterAttendance: (_, id) => rateSession(amelia.actor, id, { score: 5, comment: null, mayPublish: false }),
      }),
      daysAgo(20, async ({ administrator }) => {
        await writeMessage(amelia.actor, 'Can I use my sessions for interview practice as well?')
        await answerMessage(administrator, amelia.actor, 'Yes. Write "interview" into the notes when you book.')
      }),
      ...movedSession(amelia),
    ],
  }
}

/** Her rating can become a story. The demo doesn't publish one, because it would show an invented member as real (PRODUCT D16). */
function firstSession(amelia: NewMember): Step[] {
  return sessionSteps({
    member: amelia,
    consultant: ({ amara }) => amara,
    lineKey: 'initial-consultation',
    bookedDaysAgo: 93,
    async afterAttendance(_, ratingId) {
      const comment = 'I came with ten ideas and left with one plan. For the first time I know what to do on Monday.'
      await rateSession(amelia.actor, ratingId, { score: 5, comment, mayPublish: true })
    },
  })
}

function movedSession(amelia: NewMember): Step[] {
  let bookingId = ''
  return [
    // Late enough for the fourth month to have begun, however long the earlier months were.
    daysAgo(1.6, async ({ site, amara }) => {
      bookingId = await bookSession(site, amelia.actor, {
        lineKey: 'consultation',
        consultant: amara,
        inDays: 3,
        notes: 'Interview practice, please.',
      })
    }),
    daysAgo(1.5, async ({ site }) => {
      await moveSession(site, amelia.actor, bookingId, 5)
      await amelia.actor.call(notifications.markAllNotificationsRead, {
        body: { until: site.context.now().toISOString() },
      })
    }),
  ]
}

/** The renewal was declined, so the member cannot book until it is paid. */
export function pastDueSubscription(): Story {
  const chloe = newMember({ firstName: 'Chloe', lastName: 'Bennett' })
  return {
    person: chloe.person,
    shows: 'a subscription that is past due: the card of the second month was declined',
    steps: [
      daysAgo(32, async (people) => {
        const member = await chloe.register(people)
        await buyPackage(people.site, member, { packageId: 'my-future-pro' })
        const [subscription] = await member.call(subscriptions.listSubscriptions)
        const params = { subscriptionId: subscription?.id ?? '' }
        const { clientSecret } = await member.call(startCardUpdate, { params })
        const { id: setupIntentId } = await people.site.confirmCard(clientSecret, 'tok_chargeCustomerFail')
        await member.call(finishCardUpdate, { params, body: { setupIntentId } })
      }),
    ],
  }
}
