import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addDays, companyDay } from '#platform/shared/calendar.ts'
import { startApp } from '../support/app/start-app.ts'
import { givenConsultant, setClockToMorning } from '../support/given/booked-sessions.ts'
import { book, hoursAhead } from '../support/given/bookings.ts'
import { makeOrder } from '../support/given/checkout.ts'
import { buy, newRefund } from '../support/given/refunds.ts'
import { subscribe } from '../support/given/subscriptions.ts'
import { checkLedger, checkNothingLeft, listAll } from '../support/proof/check-ledger.ts'
import { historyParameters, stressTestSize } from '../support/proof/stress-test-size.ts'

/**
 * Random histories of packages and sessions bought, booked, moved, cancelled, held, missed, delivered, extended,
 * exchanged, renewed, refunded and left unused: after each step every page shows the sums of the ledger (PRODUCT D22).
 */
const runs = stressTestSize('LEDGER_HISTORIES', 2)

const app = await startApp()
afterAll(app.close)
// Sessions within the hour must be today, so that the consultant's sick day covers them.
await setClockToMorning(app)
const consultants = [
  await givenConsultant(app, { displayName: 'Ada', horizonDays: 365, services: ['MY_FUTURE', 'STUDY_WORLD'] }),
  await givenConsultant(app, { displayName: 'Beth', horizonDays: 365, services: ['MY_FUTURE', 'BIZ_FUTURE'] }),
]
const staff = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>
type Consultant = (typeof consultants)[number]
type Owned = { id: string; purchase_id: string; package_id: string; subscription_id: string | null; ends_at: Date }
/** Time passes and sessions expire, so each step logs the member in again. */
type History = { member: Member }
type Place = { which: number; hours: number }

const places = fc.record({ which: fc.nat(5), hours: fc.integer({ min: 1, max: 150 }) })

const steps = {
  async buyWeek({ member }: History) {
    if ((await owned(member)).length < 3) await buy(app, { member, packageId: 'my-future-basic' })
  },
  async buyMeeting({ member }: History) {
    if ((await owned(member)).length < 3) await buy(app, { member, packageId: 'biz-future-pro' })
  },
  async subscribe({ member }: History) {
    const [live] = await app.rows('select 1 from subscription where member_id = $1 and ended_at is null', member.id)
    const [running] = await app.rows(
      "select 1 from entitlement where member_id = $1 and package_id = 'my-future-pro' and ends_at > $2",
      member.id,
      app.clock.now(),
    )
    if (!live && !running) await subscribe(app, member)
  },
  async exchange({ member }: History) {
    const { upgrade } = (await member.get('/api/quotes/uk/my-future-pro/member')).body.data
    if (!upgrade) return
    const order = await makeOrder(member, 'my-future-pro')
    const { purchaseId, credit: expectedCredit } = upgrade
    const { status, body } = await member.post('/api/purchases', { ...order, upgrade: { purchaseId, expectedCredit } })
    if (status !== 200) return
    await app.pay(body.data.clientSecret)
    await work()
  },
  bookFirst: ({ member }: History, place: Place) => bookNth(member, place, 0),
  bookSoon: ({ member }: History, { which, hours }: Place) => bookNth(member, { which, hours: hours % 3 }, which),
  bookSecond: ({ member }: History, place: Place) => bookNth(member, place, 1),
  bookThird: ({ member }: History, place: Place) => bookNth(member, place, 2),
  async move({ member }: History, { which, hours }: Place) {
    const booking = await upcoming(member, which)
    const startsAt = hoursAhead(app, hours).toISOString()
    if (booking) await member.post(`/api/bookings/${booking.id}/time`, { startsAt, consultantId: null })
  },
  async cancelAsShown({ member }: History, { which }: Place) {
    const booking = await upcoming(member, which)
    if (!booking) return
    const path = `/api/bookings/${booking.id}`
    const { cancellationTerms, laterSession } = (await member.get(path)).body.data
    if (!cancellationTerms || laterSession) return
    const { status, body } = await member.post(`${path}/cancellation`, { outcome: cancellationTerms.outcome })
    expect([status, body.data.isForfeited]).toEqual([200, cancellationTerms.outcome === 'forfeited'])
  },
  async cancelTooLate(history: History, place: Place) {
    const [soonest] = await listAll<{ startsAt: string }>(history.member, '/api/bookings?when=upcoming')
    const ahead = soonest ? Math.floor((Date.parse(soonest.startsAt) - app.clock.now().getTime()) / 3_600_000) : 0
    if (ahead > 1) await letPass(history, { hours: ahead - 1 })
    await steps.cancelAsShown(history, place)
  },
  async consultantsAreIll() {
    for (const [which] of consultants.entries()) {
      const consultant = await atWork(which)
      const { body } = await consultant.get('/api/consultant/sick-day')
      const sessions = body.data.sessions.length
      expect((await consultant.post('/api/consultant/sick-day', { sessions })).status).toBe(200)
    }
    await app.rows('delete from day_off')
  },
  isHeld: (history: History, place: Place) => mark(history, place, 'held'),
  isMissed: (history: History, place: Place) => mark(history, place, 'missed'),
  async isExtended({ member }: History, { which }: Place) {
    const session = await bookable(member, which)
    if (!session) return
    const { entitlementId, lineKey, until } = session
    await closeUntil(companyDay(new Date(until)))
    const days = `from=${app.clock.now().toISOString()}&until=${hoursAhead(app, 240).toISOString()}`
    const times = await member.get(`/api/sessions/slots?entitlementId=${entitlementId}&lineKey=${lineKey}&${days}`)
    const next = times.body.data?.nextFree
    if (next) expect((await book(member, { entitlementId, lineKey, startsAt: new Date(next) })).status).toBe(200)
    await app.rows('delete from day_off')
  },
  async isDelivered({ member }: History, { which }: Place) {
    const items = await listAll<{ id: string; state: string }>(member, '/api/deliverables')
    const open = items.filter(({ state }) => state !== 'delivered')
    const item = open[which % Math.max(1, open.length)]
    if (!item) return
    const path = `/api/consultant/deliverables/${item.id}`
    const consultant = await atWork(which)
    for (const [step, body] of [['assignment'], ['versions/note', { note: 'It is there' }], ['delivery']] as const)
      await consultant.post(`${path}/${step}`, body)
  },
  async withdraw({ member }: History, { which }: Place) {
    const purchase = await paid(member, which)
    if (!purchase) return
    const address = `/api/purchases/${purchase}/withdrawal`
    const { refund, blocker, upcomingSessions } = (await member.get(address)).body.data
    const before = await openCount(member)
    const { status } = await member.post(address, { expectedRefund: refund })
    expect(status).toBe(blocker ? 409 : 200)
    await work()
    if (!blocker) expect(before - (await openCount(member))).toBe(upcomingSessions)
  },
  refundPart: ({ member }: History, { which }: Place) => refund(member, which, 100),
  refundAll: ({ member }: History, { which }: Place) => refund(member, which, 'all'),
  async cancelRenewal({ member }: History) {
    const [live] = await app.rows('select id from subscription where member_id = $1 and ended_at is null', member.id)
    if (live) await member.post(`/api/subscriptions/${live.id}/cancellation`)
  },
  anHourPasses: (history: History) => letPass(history, { hours: 1 }),
  aDayPasses: (history: History) => letPass(history, { days: 1 }),
  aWeekPasses: (history: History) => letPass(history, { days: 7 }),
  aMonthPasses: (history: History) => letPass(history, { days: 31 }),
}

type Step = keyof typeof steps

/** Steps that belong together, so that few steps have nothing to act on. */
const scenes: Step[][] = [
  ['bookFirst', 'cancelAsShown'],
  ['bookFirst', 'move', 'cancelTooLate'],
  ['bookSoon', 'consultantsAreIll', 'bookSecond'],
  ['bookSoon', 'aDayPasses', 'isMissed', 'isHeld'],
  ['bookFirst', 'bookSecond', 'aWeekPasses', 'isMissed'],
  ['isExtended', 'aDayPasses'],
  ['isDelivered'],
  ['bookThird', 'bookFirst', 'withdraw'],
  ['bookFirst', 'refundPart', 'refundAll'],
  ['bookFirst', 'exchange'],
  ['buyWeek', 'bookSecond'],
  ['aMonthPasses', 'bookFirst'],
  ['cancelRenewal', 'aMonthPasses'],
]
const beginnings = fc.constantFrom<Step[]>(['buyWeek'], ['subscribe'], ['buyMeeting', 'subscribe'])
const histories = fc
  .tuple(beginnings, fc.array(fc.constantFrom(...scenes), { minLength: 2, maxLength: 4 }), fc.array(places))
  .map(([beginning, others, where]) =>
    [beginning, ...others]
      .flat()
      .map((step, index): [Step, Place] => [step, where[index % Math.max(1, where.length)] ?? { which: 0, hours: 30 }]),
  )

const at = (which: number, hours: number, ...names: Step[]): [Step, Place][] =>
  names.map((name) => [name, { which, hours }])
/** A history in which every kind of ledger entry occurs. */
const everything = [
  ...at(0, 30, 'buyWeek', 'bookFirst', 'cancelAsShown', 'isDelivered', 'bookSoon', 'consultantsAreIll', 'bookSoon'),
  ...at(0, 60, 'aDayPasses', 'isMissed', 'bookFirst', 'cancelTooLate', 'buyWeek', 'isExtended', 'aMonthPasses'),
]

test('after any history of packages, sessions and refunds every page shows the sum of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const state: History = { member: await app.quickMember() }
      for (const [step, place] of history) {
        await steps[step](state, place)
        await checkLedger(app, state.member)
      }
      await endAll(state)
      await checkLedger(app, state.member)
      await checkNothingLeft(app, state.member)
    }),
    { ...historyParameters, numRuns: runs, examples: [[everything]] },
  )
  const lines = await app.rows('select distinct kind from entitlement_entry order by kind')
  expect(lines.map(({ kind }) => kind)).toEqual(['expiry', 'extension', 'forfeit', 'grant', 'return', 'use'])
  expect(app.logLines).toEqual([])
})

function owned(member: Member): Promise<Owned[]> {
  return app.rows(
    `select entitlement.*, subscription_id from entitlement left join purchase on purchase.id = purchase_id
     where entitlement.member_id = $1 order by starts_at, entitlement.id`,
    member.id,
  )
}

type Bookable = { entitlementId: string; lineKey: string; until: string; blocker: string | null }

async function bookable(member: Member, which: number): Promise<Bookable | undefined> {
  const sessions: Bookable[] = (await member.get('/api/sessions')).body.data
  const open = sessions.filter(({ blocker }) => blocker === null)
  return open[which % Math.max(1, open.length)]
}

async function bookNth(member: Member, { hours }: Place, which: number) {
  const session = await bookable(member, which)
  if (session) await book(member, { ...session, startsAt: hoursAhead(app, hours) })
}

async function upcoming(member: Member, which: number) {
  const sessions = await listAll<{ id: string }>(member, '/api/bookings?when=upcoming')
  return sessions[which % Math.max(1, sessions.length)]
}

async function openCount(member: Member): Promise<number> {
  const [{ count }] = await app.rows(
    "select count(*)::int as count from booking where member_id = $1 and state = 'booked' and starts_at > $2",
    member.id,
    app.clock.now(),
  )
  return count
}

/** Consultants' sessions expire as well. */
async function atWork(which: number): Promise<Consultant> {
  const consultant = consultants[which % consultants.length] as Consultant
  return app.returning(consultant)
}

async function mark({ member }: History, { which }: Place, mark: 'held' | 'missed') {
  const begun = await app.rows(
    `select booking.id, consultant_id from booking
     where member_id = $1 and starts_at <= $2 and state in ('booked', 'held', 'missed') order by starts_at`,
    member.id,
    app.clock.now(),
  )
  const booking = begun[which % Math.max(1, begun.length)]
  if (!booking) return
  const consultant = await atWork(consultants.findIndex(({ consultantId }) => consultantId === booking.consultant_id))
  const { status, body } = await consultant.post(`/api/consultant/bookings/${booking.id}/attendance`, {
    attendance: mark,
  })
  expect([200, 409]).toContain(status)
  if (status === 409) expect(body.code).toBe('attendance-final')
}

/** Closes all consultants' calendars until the end of that day. */
async function closeUntil(day: string) {
  const today = companyDay(app.clock.now())
  for (const { consultantId } of consultants)
    await app.rows(
      `insert into day_off (consultant_id, day)
       select $1, generate_series($2::date, $3::date, interval '1 day')::date on conflict do nothing`,
      consultantId,
      addDays(today, -1),
      day,
    )
}

async function paid(member: Member, which: number): Promise<string | undefined> {
  const bought = (await owned(member)).map(({ purchase_id: purchaseId }) => purchaseId)
  return bought[which % Math.max(1, bought.length)]
}

async function refund(member: Member, which: number, part: number | 'all') {
  const purchase = await paid(member, which)
  if (!purchase) return
  const admin = await app.returning(staff)
  const address = `/api/admin/purchases/${purchase}/refunds`
  const { remainder, upcomingSessions } = (await admin.get(address)).body.data
  if (remainder === 0) return
  const before = await openCount(member)
  const { status } = await admin.post(address, newRefund(part === 'all' ? remainder : Math.min(part, remainder)))
  if (status !== 200) return
  await work()
  const isWhole = part === 'all' || remainder <= part
  expect(before - (await openCount(member))).toBe(isWhole ? upcomingSessions : 0)
}

async function letPass(history: History, span: { days?: number; hours?: number }) {
  await app.jump(span)
  history.member = await app.returning(history.member)
  await work()
}

/** The frequent background jobs. */
async function work() {
  await app.settle()
  await app.run('release-sessions')
  await app.run('expire-sessions')
}

/** Running subscriptions would be charged while the time of the next history passes. */
async function endAll(history: History) {
  const live = await app.rows('select * from subscription where member_id = $1 and ended_at is null', history.member.id)
  for (const { provider_id: providerId } of live) if (providerId) await app.provider.cancelSubscription(providerId)
  await app.settle()
  await letPass(history, { days: 62 })
}
