import { markAttendance } from '#features/bookings/agenda/contract.ts'
import * as bookingContract from '#features/bookings/booking/contract.ts'
import * as ratings from '#features/bookings/ratings/contract.ts'
import * as slotsContract from '#features/bookings/slots/contract.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Actor } from './api-client.ts'
import type { Consultant } from './consultants.ts'
import type { DemoSite } from './demo-site.ts'
import { type DemoPeople, daysAgo, type NewMember, type Step } from './story.ts'

/** Demo consultants work every day, so each has a free slot within this many days. */
const DAYS_SEARCHED = 4

type BookingRequest = {
  lineKey: string
  consultant: Consultant
  inDays: number
  notes?: string | null
  phone?: string | null
}

/** Books the first free slot at least `inDays` ahead. @returns the booking id */
export async function bookSession(
  site: DemoSite,
  member: Actor,
  { lineKey, consultant: { consultantId }, inDays, notes = null, phone = null }: BookingRequest,
): Promise<string> {
  const sessions = await member.call(bookingContract.listBookableSessions)
  const session = sessions.find((bookable) => bookable.lineKey === lineKey && bookable.blocker === null)
  if (!session) throw new Error(`${member.email} has no bookable ${lineKey}: ${JSON.stringify(sessions)}`)
  const { entitlementId } = session
  const startsAt = await findFirstSlot(site, member, { entitlementId, lineKey, consultantId, inDays })
  const place = phone === null ? 'online' : 'phone'
  const booking = await member.call(bookingContract.bookSession, {
    body: { entitlementId, lineKey, consultantId, startsAt, place, phone, notes },
  })
  return booking.id
}

/** Moves a session to the first free slot at least `inDays` ahead. */
export async function moveSession(site: DemoSite, member: Actor, bookingId: string, inDays: number): Promise<void> {
  const { entitlementId, lineKey, consultant } = await member.call(bookingContract.getBooking, {
    params: { bookingId },
  })
  const consultantId = consultant?.id ?? ''
  const startsAt = await findFirstSlot(site, member, {
    entitlementId,
    lineKey,
    consultantId,
    inDays,
    moving: bookingId,
  })
  await member.call(bookingContract.moveBooking, { params: { bookingId }, body: { startsAt, consultantId } })
}

type SlotSearch = { entitlementId: string; lineKey: string; consultantId: string; inDays: number; moving?: string }

async function findFirstSlot(site: DemoSite, member: Actor, { inDays, ...query }: SlotSearch): Promise<string> {
  const from = site.context.now().getTime() + inDays * DAY_MS
  const { slots } = await member.call(slotsContract.listFreeSlots, {
    query: {
      ...query,
      from: new Date(from).toISOString(),
      until: new Date(from + DAYS_SEARCHED * DAY_MS).toISOString(),
    },
  })
  const [firstSlot] = slots
  if (!firstSlot) throw new Error(`No free slot for ${query.lineKey} of ${member.email} from day ${inDays} on`)
  return firstSlot.startsAt
}

type Session = {
  member: NewMember
  consultant: (people: DemoPeople) => Consultant
  lineKey: string
  /** The session takes place one day later, and its attendance is marked two days later. */
  bookedDaysAgo: number
  attendance?: 'held' | 'missed'
  notes?: string
  /** Runs right after the attendance is marked. */
  afterAttendance?: (people: DemoPeople, bookingId: string) => Promise<void>
}

/** The steps of a session, from booking to attendance. */
export function sessionSteps({
  member,
  consultant,
  lineKey,
  bookedDaysAgo,
  attendance = 'held',
  notes,
  afterAttendance,
}: Session): Step[] {
  let bookingId = ''
  return [
    daysAgo(bookedDaysAgo, async (people) => {
      const request = { lineKey, consultant: consultant(people), inDays: 1, notes: notes ?? null }
      bookingId = await bookSession(people.site, member.actor, request)
    }),
    daysAgo(bookedDaysAgo - 2, async (people) => {
      await consultant(people).call(markAttendance, { params: { bookingId }, body: { attendance } })
      await afterAttendance?.(people, bookingId)
    }),
  ]
}

type SessionRating = { score: 1 | 2 | 3 | 4 | 5; comment: string | null; mayPublish: boolean }

/** Rates a session and agrees to the current consent text. */
export async function rateSession(member: Actor, bookingId: string, rating: SessionRating): Promise<void> {
  const params = { bookingId }
  const { consent } = await member.call(ratings.getRating, { params })
  const { version: consentVersion, shownName } = consent
  await member.call(ratings.rateSession, { params, body: { ...rating, consentVersion, shownName } })
}
