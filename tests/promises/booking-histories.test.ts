import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../support/app/start-app.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { book, countLeft, givenPackage, hoursAhead, reserve } from '../support/given/bookings.ts'
import { historyParameters, stressTestSize } from '../support/proof/stress-test-size.ts'

/** Random histories of members' sessions: after each step the ledger matches the pages. */
const runs = stressTestSize('BOOKING_HISTORIES', 8)

const app = await startApp()
afterAll(app.close)
for (const displayName of ['Ada', 'Beth']) await givenBookableConsultant(app, { displayName, horizonDays: 365 })

type Booking = { id: string; state: string; isForfeited: boolean; lineKey: string; entitlementId: string }
type History = { member: Member; packages: string[] }

const places = fc.record({ which: fc.nat(1), hours: fc.integer({ min: 1, max: 150 }) })
type Place = { which: number; hours: number }

const steps = {
  bookFirst: (history: History, place: Place) => bookLine(history, place, 'initial-consultation'),
  bookFinal: (history: History, place: Place) => bookLine(history, place, 'final-call'),
  bookAnother: (history: History, place: Place) => bookLine(history, place, 'consultation'),
  async bookInTwoTabs(history: History, place: Place) {
    const later = { ...place, hours: place.hours + 1 }
    await Promise.all([steps.bookFirst(history, place), steps.bookFirst(history, later)])
  },
  async keepAndBook(history: History, place: Place) {
    const choice = choiceAt(history, place, 'initial-consultation')
    await reserve(history.member, choice)
    await book(history.member, choice)
  },
  async keepAndForget(history: History, place: Place) {
    await reserve(history.member, choiceAt(history, place, 'initial-consultation'))
  },
  async move({ member }: History, { which, hours }: Place) {
    const booking = await openBooking(member, which)
    const startsAt = hoursAhead(app, hours).toISOString()
    if (booking) await member.post(`/api/bookings/${booking.id}/time`, { startsAt, consultantId: null })
  },
  async cancelAsShown({ member }: History, { which }: Place) {
    const booking = await openBooking(member, which)
    if (!booking) return
    const path = `/api/bookings/${booking.id}`
    const { cancellationTerms, laterSession } = (await member.get(path)).body.data
    if (!cancellationTerms) return
    const { status, body } = await member.post(`${path}/cancellation`, { outcome: cancellationTerms.outcome })
    if (laterSession) expect(body.code).toBe('later-session-first')
    else if (status === 200) expect(body.data.isForfeited).toBe(cancellationTerms.outcome === 'forfeited')
    else expect(body.code).toBe('booking-cancelled')
  },
  async cancelWithoutReading({ member }: History, { which, hours }: Place) {
    const booking = await openBooking(member, which)
    const outcome = hours % 2 ? 'returned' : 'forfeited'
    if (booking) await member.post(`/api/bookings/${booking.id}/cancellation`, { outcome })
  },
  async cancelTwice(history: History, place: Place) {
    await Promise.all([steps.cancelAsShown(history, place), steps.cancelAsShown(history, place)])
  },
  async moveAndCancel(history: History, place: Place) {
    await Promise.all([steps.move(history, place), steps.cancelWithoutReading(history, place)])
  },
  async hoursPass(history: History, { hours }: Place) {
    app.clock.advance({ hours: Math.min(hours, 40) })
    Object.assign(history.member, await app.returning(history.member))
  },
  async packageIsCancelled({ packages }: History, { which }: Place) {
    await app.rows('update entitlement set cancelled_at = $2 where id = $1', packages[which], app.clock.now())
  },
  workIsDone: () => app.run('release-sessions'),
}

type Step = keyof typeof steps
const histories = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(steps) as Step[])), places), {
  minLength: 3,
  maxLength: 12,
})

test('no history of booking, moving, cancelling and time leads to a wrong ledger', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const member = await app.quickMember()
      const packages = [
        await givenPackage(app, member.id, { days: 7 }),
        await givenPackage(app, member.id, { days: 30, packageId: 'my-future-pro' }),
      ]
      const state = { member, packages }
      for (const [step, place] of history) {
        await steps[step](state, place)
        await checkBooks(state)
      }
      await app.run('release-sessions')
      await checkBooks(state)
      expect(await lostSessions(state)).toEqual([])
    }),
    { ...historyParameters, numRuns: runs },
  )
  expect(app.logLines).toEqual([])
})

/** The ledger's sum, the number on the page and the bookings themselves must agree. */
async function checkBooks({ member, packages }: History) {
  const bookings = [...(await list(member, 'upcoming')), ...(await list(member, 'past'))]
  for (const entitlementId of packages) {
    const { page, ledger } = await countLeft(app, member, entitlementId)
    for (const [lineKey, left] of Object.entries(page)) {
      const used = bookings.filter((booking) => isUsed(booking) && isOf(booking, entitlementId, lineKey)).length
      if (left === null) {
        expect((ledger[lineKey] ?? 0) + used).toBe(0)
        continue
      }
      expect([lineKey, left]).toEqual([lineKey, 1 - used])
      expect(ledger[lineKey]).toBe(left)
    }
  }
  const [{ open }] = await app.rows(
    "select count(*)::int as open from booking where member_id = $1 and state = 'booked' and is_unlimited",
    member.id,
  )
  expect(open).toBeLessThanOrEqual(1)
}

function isUsed({ state, isForfeited }: Booking): boolean {
  return state !== 'cancelled' || isForfeited
}

function isOf(booking: Booking, entitlementId: string, lineKey: string): boolean {
  return booking.entitlementId === entitlementId && booking.lineKey === lineKey
}

/** Upcoming sessions of a cancelled package. */
function lostSessions({ packages }: History) {
  return app.rows(
    `select booking.id from booking join entitlement on entitlement.id = entitlement_id
     where entitlement_id = any($1) and entitlement.cancelled_at is not null and state = 'booked' and booking.starts_at > $2`,
    packages,
    app.clock.now(),
  )
}

async function list(member: Member, when: 'upcoming' | 'past'): Promise<Booking[]> {
  return (await member.get(`/api/bookings?when=${when}&limit=100`)).body.data.items
}

async function openBooking(member: Member, which: number): Promise<Booking | undefined> {
  const upcoming = await list(member, 'upcoming')
  return upcoming[which] ?? upcoming[0]
}

function choiceAt({ packages }: History, { which, hours }: Place, lineKey: string) {
  return { entitlementId: packages[which] ?? '', lineKey, startsAt: hoursAhead(app, hours) }
}

async function bookLine(history: History, place: Place, lineKey: string) {
  const chosen = lineKey === 'consultation' ? { ...place, which: 1 } : place
  await book(history.member, choiceAt(history, chosen, lineKey))
}
