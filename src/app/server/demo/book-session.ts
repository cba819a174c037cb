import { markBooking } from '#features/bookings/contract/agenda.ts'
import * as bookings from '#features/bookings/contract.ts'
import type { Actor } from './act-as.ts'
import type { Stage } from './open-stage.ts'
import type { Consultant } from './publish-consultant.ts'
import type { Cast, Newcomer, Scene } from './story.ts'

const DAY_MS = 86_400_000

/** The consultants of the demo work every day: within so many days each has a free time. */
const DAYS_LOOKED_AT = 4

type Wish = {
  lineKey: string
  consultant: Consultant
  inDays: number
  notes?: string | null
  phone?: string | null
}

/** Books the first time that is free so many days ahead. @returns its id */
export async function bookSession(
  stage: Stage,
  member: Actor,
  { lineKey, consultant: { consultantId }, inDays, notes = null, phone = null }: Wish,
): Promise<string> {
  const sessions = await member.ask(bookings.listBookableSessions)
  const session = sessions.find((known) => known.lineKey === lineKey && known.obstacle === null)
  if (!session) throw new Error(`${member.email} can book no ${lineKey}: ${JSON.stringify(sessions)}`)
  const { entitlementId } = session
  const startsAt = await findTime(stage, member, { entitlementId, lineKey, consultantId, inDays })
  const place = phone === null ? 'online' : 'phone'
  const booking = await member.ask(bookings.bookSession, {
    body: { entitlementId, lineKey, consultantId, startsAt, place, phone, notes },
  })
  return booking.id
}

/** Moves a session to the first time that is free so many days ahead. */
export async function moveSession(stage: Stage, member: Actor, bookingId: string, inDays: number): Promise<void> {
  const { entitlementId, lineKey, consultant } = await member.ask(bookings.getBooking, { params: { bookingId } })
  const consultantId = consultant?.id ?? ''
  const startsAt = await findTime(stage, member, { entitlementId, lineKey, consultantId, inDays, moving: bookingId })
  await member.ask(bookings.moveBooking, { params: { bookingId }, body: { startsAt, consultantId } })
}

type Looking = { entitlementId: string; lineKey: string; consultantId: string; inDays: number; moving?: string }

async function findTime(stage: Stage, member: Actor, { inDays, ...query }: Looking): Promise<string> {
  const from = stage.context.now().getTime() + inDays * DAY_MS
  const { times } = await member.ask(bookings.listFreeTimes, {
    query: {
      ...query,
      from: new Date(from).toISOString(),
      until: new Date(from + DAYS_LOOKED_AT * DAY_MS).toISOString(),
    },
  })
  const [first] = times
  if (!first) throw new Error(`${member.email} finds no time for ${query.lineKey} in ${inDays} days`)
  return first.startsAt
}

type Session = {
  member: Newcomer
  consultant: (cast: Cast) => Consultant
  lineKey: string
  /** When it is booked: for a day later, and marked two days later. */
  daysAgo: number
  mark?: 'held' | 'missed'
  notes?: string
  /** What comes of it, at once when it is marked. */
  afterwards?: (cast: Cast, bookingId: string) => Promise<void>
}

/** A session from its booking to its mark. */
export function sessionScenes({
  member,
  consultant,
  lineKey,
  daysAgo,
  mark = 'held',
  notes,
  afterwards,
}: Session): Scene[] {
  let bookingId = ''
  return [
    {
      daysAgo,
      async play(cast) {
        const wish = { lineKey, consultant: consultant(cast), inDays: 1, notes: notes ?? null }
        bookingId = await bookSession(cast.stage, member.actor, wish)
      },
    },
    {
      daysAgo: daysAgo - 2,
      async play(cast) {
        await consultant(cast).ask(markBooking, { params: { bookingId }, body: { mark } })
        await afterwards?.(cast, bookingId)
      },
    },
  ]
}
