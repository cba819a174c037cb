import { givenBookableConsultant } from './bookable-consultants.ts'
import { book, memberWithPackage } from './bookings.ts'
import type { TestApp } from './start-app.ts'

type Given = Parameters<typeof givenBookableConsultant>[1]

/** Somebody who holds sessions and is logged in, with the id of their entry. */
export async function givenConsultant(app: TestApp, given: Given = {}) {
  const { id: consultantId, accountId } = await givenBookableConsultant(app, given)
  return { ...(await app.returning({ id: accountId })), consultantId }
}

/** A session that a member has booked with a consultant, by the API. */
export async function givenBookedSession(
  app: TestApp,
  { consultantId, startsAt }: { consultantId: string; startsAt: Date },
) {
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  const { status, body } = await book(member, { entitlementId, startsAt, consultantId, notes: 'My plans' })
  if (status !== 200) throw new Error(`Booking was answered with ${status} ${body.code}`)
  return { member, entitlementId, bookingId: body.data.id as string }
}

/** Lets it be eight in the morning in London, or a little later: a whole day lies ahead. */
export async function letItBeMorning({ clock }: Pick<TestApp, 'clock'>): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }).format(
      clock.now(),
    ),
  )
  clock.advance({ hours: (24 + 8 - hour) % 24 })
}
