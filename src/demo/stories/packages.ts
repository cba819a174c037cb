import { createSessionNote } from '#features/bookings/session-notes/contract.ts'
import { firstPurchase, produceDeliverable } from '../packages.ts'
import { bookSession, rateSession, sessionSteps } from '../sessions.ts'
import { daysAgo, newMember, type Story } from '../story.ts'
import { writeMessage } from './messages.ts'

/**
 * A package in the middle of its week: one session held, the next booked, a report to approve and an unanswered
 * message.
 */
export function activePackage(): Story {
  const daniel = newMember({ firstName: 'Daniel', lastName: 'Okafor' })
  return {
    person: daniel.person,
    shows: 'an active package: an upcoming session, a roadmap to approve, an unanswered message',
    steps: [
      firstPurchase(4, daniel, { packageId: 'my-future-basic' }),
      ...sessionSteps({
        member: daniel,
        consultant: ({ amara }) => amara,
        lineKey: 'initial-consultation',
        bookedDaysAgo: 3.9,
        notes: 'I would like to talk about moving from teaching into product work.',
        async afterAttendance({ site, amara }, bookingId) {
          const text = 'Bring two job adverts that made you curious, and what you liked in each.'
          await amara.call(createSessionNote, { params: { bookingId }, body: { text, isShared: true } })
          await bookSession(site, daniel.actor, { lineKey: 'final-call', consultant: amara, inDays: 3 })
        },
      }),
      daysAgo(1.5, async ({ amara }) => {
        await produceDeliverable(amara, daniel.actor, { lineKey: 'roadmap' }, 'approval-requested')
        await produceDeliverable(amara, daniel.actor, { lineKey: 'resume-review' }, 'taken')
      }),
      daysAgo(0.4, () => writeMessage(daniel.actor, 'Could the final call be in the evening? I teach until five.')),
    ],
  }
}

/** An expired two-week package, paid in dollars, fully delivered and with a private rating. */
export function expiredPackage(): Story {
  const marek = newMember({ firstName: 'Marek', lastName: 'Nowak' })
  const abroad = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: 'PL' } as const
  return {
    person: marek.person,
    shows: 'a package that has expired, paid in dollars, everything delivered',
    steps: [
      firstPurchase(70, marek, { packageId: 'study-world-basic', market: 'international', buyer: abroad }),
      ...sessionSteps({
        member: marek,
        consultant: ({ thomas }) => thomas,
        lineKey: 'consultation',
        bookedDaysAgo: 69,
        notes: 'Computer science, taught in English, with a scholarship if there is one.',
      }),
      daysAgo(64, async ({ thomas }) => {
        await produceDeliverable(thomas, marek.actor, { lineKey: 'matching' }, 'approved')
        await produceDeliverable(thomas, marek.actor, { lineKey: 'strategy-report' }, 'approved')
        await produceDeliverable(thomas, marek.actor, { lineKey: 'referral' }, 'delivered')
      }),
      ...sessionSteps({
        member: marek,
        consultant: ({ thomas }) => thomas,
        lineKey: 'final-call',
        bookedDaysAgo: 62,
        afterAttendance: (_, bookingId) =>
          rateSession(marek.actor, bookingId, {
            score: 4,
            comment: 'Clear and patient. The report came a day late.',
            mayPublish: false,
          }),
      }),
    ],
  }
}

/** The last hours of a one-week package. One session isn't booked yet, and the member has been warned. */
export function expiringPackage(): Story {
  const grace = newMember({ firstName: 'Grace', lastName: 'Lindqvist' })
  return {
    person: grace.person,
    shows: 'a package that ends within a day, with a final call that isn’t booked yet and a warning about it',
    steps: [
      firstPurchase(6.3, grace, { packageId: 'my-future-basic', card: 'tok_mastercard' }),
      ...sessionSteps({
        member: grace,
        consultant: ({ amara }) => amara,
        lineKey: 'initial-consultation',
        bookedDaysAgo: 6.2,
      }),
      daysAgo(2, ({ amara }) => produceDeliverable(amara, grace.actor, { lineKey: 'linkedin-review' }, 'delivered')),
    ],
  }
}

/** A missed session, which counts as used. The member has been notified. */
export function missedSession(): Story {
  const ben = newMember({ firstName: 'Ben', lastName: 'Carter' })
  return {
    person: ben.person,
    shows: 'a session that was missed and counts as used',
    steps: [
      firstPurchase(12, ben, { packageId: 'study-world-basic', card: 'tok_amex' }),
      ...sessionSteps({
        member: ben,
        consultant: ({ thomas }) => thomas,
        lineKey: 'consultation',
        bookedDaysAgo: 11,
        attendance: 'missed',
      }),
    ],
  }
}

/** A member who keeps the right to cancel, so the package starts on day 15. */
export function scheduledPackage(): Story {
  const priya = newMember({ firstName: 'Priya', lastName: 'Shah' })
  return {
    person: priya.person,
    shows: 'a package that is scheduled: it starts on day 15',
    steps: [firstPurchase(3, priya, { packageId: 'my-future-basic', startsNow: false })],
  }
}
