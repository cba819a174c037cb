import type { TestApp } from '../app/start-app.ts'
import { givenBookableConsultant } from './bookable-consultants.ts'
import { book, memberWithPackage } from './bookings.ts'

type ConsultantDetails = Parameters<typeof givenBookableConsultant>[1]

/** A bookable, logged-in consultant, with the consultant's id. */
export async function givenConsultant(app: TestApp, details: ConsultantDetails = {}) {
  const { id: consultantId, accountId } = await givenBookableConsultant(app, details)
  return { ...(await app.returning({ id: accountId })), consultantId }
}

/** A session that a member has booked with a consultant through the API. */
export async function givenBookedSession(
  app: TestApp,
  { consultantId, startsAt }: { consultantId: string; startsAt: Date },
) {
  const { member, entitlementId } = await memberWithPackage(app, { days: 300 })
  const { status, body } = await book(member, { entitlementId, startsAt, consultantId, notes: 'My plans' })
  if (status !== 200) throw new Error(`Booking was answered with ${status} ${body.code}`)
  return { member, entitlementId, bookingId: body.data.id as string }
}

/** Moves or cancels a booked session as its member, whose login may have expired meanwhile. */
export async function changeSession(
  app: TestApp,
  { member, bookingId }: { member: { id: string }; bookingId: string },
  change: { startsAt: Date; consultantId?: string } | 'returned' | 'forfeited',
) {
  const client = await app.returning(member)
  const path = `/api/bookings/${bookingId}`
  const { status, body } =
    typeof change === 'string'
      ? await client.post(`${path}/cancellation`, { outcome: change })
      : await client.post(`${path}/time`, { consultantId: null, ...change })
  if (status !== 200) throw new Error(`The change was answered with ${status} ${body.code}`)
}

/** Moves our clock and the provider's to the next morning between 8 and 9 in London, so that a whole day lies ahead. */
export async function setClockToMorning({ clock, jump }: Pick<TestApp, 'clock' | 'jump'>): Promise<void> {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }).format(
      clock.now(),
    ),
  )
  await jump({ hours: (24 + 8 - hour) % 24 || 24 })
}
