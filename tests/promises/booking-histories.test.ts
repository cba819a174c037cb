import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '../support/app/start-app.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { book, countLeft, givenPackage, hoursAhead, reserve } from '../support/given/bookings.ts'
import { historyParameters, stressTestSize } from '../support/proof/stress-test-size.ts'

/** Random histories of members' sessions. After each step, the ledger must match the pages. */
const runs = stressTestSize('BOOKING_HISTORIES', 8)

const app = await startApp()
afterAll(app.close)
for (const displayName of ['Ada', 'Beth']) await givenBookableConsultant(app, { displayName, horizonDays: 365 })

type Booking = { id: string; state: string; isForfeited: boolean; lineKey: string; entitlementId: string }
type History = { member: Member; packages: string[] }

const choices = fc.record({ index: fc.nat(1), hours: fc.integer({ min: 1, max: 150 }) })
type Choice = { index: number; hours: number }

const steps = {
  bookFirst: (history: History, choice: Choice) => bookLine(history, choice, 'initial-consultation'),
  bookFinal: (history: History, choice: Choice) => bookLine(history, choice, 'final-call'),
  bookAnother: (history: History, choice: Choice) => bookLine(history, choice, 'consultation'),
  async bookInTwoTabs(history: History, choice: Choice) {
    const laterChoice = { ...choice, hours: choice.hours + 1 }
    await Promise.all([steps.bookFirst(history, choice), steps.bookFirst(history, laterChoice)])
  },
  async reserveAndBook(history: History, choice: Choice) {
    const bookingChoice = toBookingChoice(history, choice, 'initial-consultation')
    await reserve(history.member, bookingChoice)
    await book(history.member, bookingChoice)
  },
  async reserveAndLeave(history: History, choice: Choice) {
    await reserve(history.member, toBookingChoice(history, choice, 'initial-consultation'))
  },
  async move({ member }: History, { index, hours }: Choice) {
    const booking = await findUpcoming(member, index)
    const startsAt = hoursAhead(app, hours).toISOString()
    if (booking) await member.post(`/api/bookings/${booking.id}/time`, { startsAt, consultantId: null })
  },
  async cancelAsShown({ member }: History, { index }: Choice) {
    const booking = await findUpcoming(member, index)
    if (!booking) return
    const path = `/api/bookings/${booking.id}`
    const { cancellationTerms, laterSession } = (await member.get(path)).body.data
    if (!cancellationTerms) return
    const { status, body } = await member.post(`${path}/cancellation`, { outcome: cancellationTerms.outcome })
    if (laterSession) expect(body.code).toBe('later-session-first')
    else if (status === 200) expect(body.data.isForfeited).toBe(cancellationTerms.outcome === 'forfeited')
    else expect(body.code).toBe('booking-cancelled')
  },
  async cancelWithoutReading({ member }: History, { index, hours }: Choice) {
    const booking = await findUpcoming(member, index)
    const outcome = hours % 2 ? 'returned' : 'forfeited'
    if (booking) await member.post(`/api/bookings/${booking.id}/cancellation`, { outcome })
  },
  async cancelTwice(history: History, choice: Choice) {
    await Promise.all([steps.cancelAsShown(history, choice), steps.cancelAsShown(history, choice)])
  },
  async moveAndCancel(history: History, choice: Choice) {
    await Promise.all([steps.move(history, choice), steps.cancelWithoutReading(history, choice)])
  },
  async hoursPass(history: History, { hours }: Choice) {
    app.clock.advance({ hours: Math.min(hours, 40) })
    Object.assign(history.member, await app.returning(history.member))
  },
  async packageIsCancelled({ packages }: History, { index }: Choice) {
    await app.rows('update entitlement set cancelled_at = $2 where id = $1', packages[index], app.clock.now())
  },
  workIsDone: () => app.run('release-sessions'),
}

type Step = keyof typeof steps
const histories = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(steps) as Step[])), choices), {
  minLength: 3,
  maxLength: 12,
})

test('no sequence of bookings, moves, cancellations and elapsed time leads to a wrong ledger', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const member = await app.quickMember()
      const packages = [
        await givenPackage(app, member.id, { days: 7 }),
        await givenPackage(app, member.id, { days: 30, packageId: 'my-future-pro' }),
      ]
      const state = { member, packages }
      for (const [step, choice] of history) {
        await steps[step](state, choice)
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

/** Checks that the sum of the ledger, the number on the page and the bookings themselves agree. */
async function checkBooks({ member, packages }: History) {
  const bookings = [...(await list(member, 'upcoming')), ...(await list(member, 'past'))]
  for (const entitlementId of packages) {
    const { page, ledger } = await countLeft(app, member, entitlementId)
    for (const [lineKey, left] of Object.entries(page)) {
      const used = bookings.filter((booking) => isUsed(booking) && isForLine(booking, entitlementId, lineKey)).length
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

function isForLine(booking: Booking, entitlementId: string, lineKey: string): boolean {
  return booking.entitlementId === entitlementId && booking.lineKey === lineKey
}

/** Lists upcoming sessions of cancelled packages. */
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

async function findUpcoming(member: Member, index: number): Promise<Booking | undefined> {
  const upcoming = await list(member, 'upcoming')
  return upcoming[index] ?? upcoming[0]
}

function toBookingChoice({ packages }: History, { index, hours }: Choice, lineKey: string) {
  return { entitlementId: packages[index] ?? '', lineKey, startsAt: hoursAhead(app, hours) }
}

async function bookLine(history: History, choice: Choice, lineKey: string) {
  const lineChoice = lineKey === 'consultation' ? { ...choice, index: 1 } : choice
  await book(history.member, toBookingChoice(history, lineChoice, lineKey))
}
