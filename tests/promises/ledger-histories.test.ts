import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { addDays, companyDay } from '#platform/shared/calendar.ts'
import { readPages } from '../support/app/read-pages.ts'
import { startApp } from '../support/app/start-app.ts'
import { givenConsultant, setClockToMorning } from '../support/given/booked-sessions.ts'
import { book, hoursAhead } from '../support/given/bookings.ts'
import { makeOrder } from '../support/given/checkout.ts'
import { buy, newRefund } from '../support/given/refunds.ts'
import { subscribe } from '../support/given/subscriptions.ts'
import { checkLedger, checkNothingLeft } from '../support/proof/check-ledger.ts'
import { historyParameters, stressTestSize } from '../support/proof/stress-test-size.ts'

/**
 * Random histories of packages and sessions: bought, booked, moved, cancelled, held, missed, delivered, extended,
 * exchanged, renewed, refunded and left unused. After each step, every page must show the sums of the ledger (PRODUCT
 * D22).
 */
const runs = stressTestSize('LEDGER_HISTORIES', 2)

const app = await startApp()
afterAll(app.close)
// Sessions within the next hour must be today, so that a consultant's sick day covers them.
await setClockToMorning(app)
const consultants = [
  await givenConsultant(app, { displayName: 'Ada', horizonDays: 365, services: ['MY_FUTURE', 'STUDY_WORLD'] }),
  await givenConsultant(app, { displayName: 'Beth', horizonDays: 365, services: ['MY_FUTURE', 'BIZ_FUTURE'] }),
]
const staff = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>
type Consultant = (typeof consultants)[number]
type Owned = { id: string; purchase_id: string; package_id: string; subscription_id: string | null; ends_at: Date }
/** Login sessions expire as time passes, so the member is logged in again after each jump. */
type History = { member: Member }
type Choice = { index: number; hours: number }

const choices = fc.record({ index: fc.nat(5), hours: fc.integer({ min: 1, max: 150 }) })

const steps = {
  async buyWeek({ member }: History) {
    if ((await listOwned(member)).length < 3) await buy(app, { member, packageId: 'my-future-basic' })
  },
  async buyMeeting({ member }: History) {
    if ((await listOwned(member)).length < 3) await buy(app, { member, packageId: 'biz-future-pro' })
  },
  async subscribe({ member }: History) {
    const [active] = await app.rows('select 1 from subscription where member_id = $1 and ended_at is null', member.id)
    const [entitlement] = await app.rows(
      "select 1 from entitlement where member_id = $1 and package_id = 'my-future-pro' and ends_at > $2",
      member.id,
      app.clock.now(),
    )
    if (!active && !entitlement) await subscribe(app, member)
  },
  async exchange({ member }: History) {
    const { upgrade } = (await member.get('/api/quotes/uk/my-future-pro/member')).body.data
    if (!upgrade) return
    const order = await makeOrder(member, 'my-future-pro')
    const { purchaseId, credit: expectedCredit } = upgrade
    const { status, body } = await member.post('/api/purchases', { ...order, upgrade: { purchaseId, expectedCredit } })
    if (status !== 200) return
    await app.pay(body.data.clientSecret)
    await runFrequentJobs()
  },
  bookFirst: ({ member }: History, choice: Choice) => bookSession(member, choice, 0),
  bookSoon: ({ member }: History, { index, hours }: Choice) => bookSession(member, { index, hours: hours % 3 }, index),
  bookSecond: ({ member }: History, choice: Choice) => bookSession(member, choice, 1),
  bookThird: ({ member }: History, choice: Choice) => bookSession(member, choice, 2),
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
    if (!cancellationTerms || laterSession) return
    const { status, body } = await member.post(`${path}/cancellation`, { outcome: cancellationTerms.outcome })
    expect([status, body.data.isForfeited]).toEqual([200, cancellationTerms.outcome === 'forfeited'])
  },
  async cancelTooLate(history: History, choice: Choice) {
    const [soonest] = await readPages<{ startsAt: string }>(history.member, '/api/bookings?when=upcoming')
    const ahead = soonest ? Math.floor((Date.parse(soonest.startsAt) - app.clock.now().getTime()) / 3_600_000) : 0
    if (ahead > 1) await advanceTime(history, { hours: ahead - 1 })
    await steps.cancelAsShown(history, choice)
  },
  async consultantsAreIll() {
    for (const [index] of consultants.entries()) {
      const consultant = await logInConsultant(index)
      const { body } = await consultant.get('/api/consultant/sick-day')
      const sessions = body.data.sessions.length
      expect((await consultant.post('/api/consultant/sick-day', { sessions })).status).toBe(200)
    }
    await app.rows('delete from day_off')
  },
  isHeld: (history: History, choice: Choice) => recordAttendance(history, choice, 'held'),
  isMissed: (history: History, choice: Choice) => recordAttendance(history, choice, 'missed'),
  async isExtended({ member }: History, { index }: Choice) {
    const session = await bookable(member, index)
    if (!session) return
    const { entitlementId, lineKey, until } = session
    await closeCalendarsUntil(companyDay(new Date(until)))
    const days = `from=${app.clock.now().toISOString()}&until=${hoursAhead(app, 240).toISOString()}`
    const times = await member.get(`/api/sessions/slots?entitlementId=${entitlementId}&lineKey=${lineKey}&${days}`)
    const next = times.body.data?.nextFree
    if (next) expect((await book(member, { entitlementId, lineKey, startsAt: new Date(next) })).status).toBe(200)
    await app.rows('delete from day_off')
  },
  async isDelivered({ member }: History, { index }: Choice) {
    const items = await readPages<{ id: string; state: string }>(member, '/api/deliverables')
    const open = items.filter(({ state }) => state !== 'delivered')
    const item = open[index % Math.max(1, open.length)]
    if (!item) return
    const path = `/api/consultant/deliverables/${item.id}`
    const consultant = await logInConsultant(index)
    for (const [step, body] of [['assignment'], ['versions/note', { note: 'It is there' }], ['delivery']] as const)
      await consultant.post(`${path}/${step}`, body)
  },
  async withdraw({ member }: History, { index }: Choice) {
    const purchase = await findPurchase(member, index)
    if (!purchase) return
    const address = `/api/purchases/${purchase}/withdrawal`
    const { refund: expectedRefund, blocker, upcomingSessions } = (await member.get(address)).body.data
    const before = await countUpcoming(member)
    const { status } = await member.post(address, { expectedRefund })
    expect(status).toBe(blocker ? 409 : 200)
    await runFrequentJobs()
    if (!blocker) expect(before - (await countUpcoming(member))).toBe(upcomingSessions)
  },
  refundPart: ({ member }: History, { index }: Choice) => refundPurchase(member, index, 100),
  refundAll: ({ member }: History, { index }: Choice) => refundPurchase(member, index, 'all'),
  async cancelRenewal({ member }: History) {
    const [active] = await app.rows('select id from subscription where member_id = $1 and ended_at is null', member.id)
    if (active) await member.post(`/api/subscriptions/${active.id}/cancellation`)
  },
  anHourPasses: (history: History) => advanceTime(history, { hours: 1 }),
  aDayPasses: (history: History) => advanceTime(history, { days: 1 }),
  aWeekPasses: (history: History) => advanceTime(history, { days: 7 }),
  aMonthPasses: (history: History) => advanceTime(history, { days: 31 }),
}

type Step = keyof typeof steps

/** Steps that belong together, so that most steps have something to act on. */
const sequences: Step[][] = [
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
  .tuple(beginnings, fc.array(fc.constantFrom(...sequences), { minLength: 2, maxLength: 4 }), fc.array(choices))
  .map(([beginning, otherSteps, choiceList]) =>
    [beginning, ...otherSteps]
      .flat()
      .map((step, index): [Step, Choice] => [
        step,
        choiceList[index % Math.max(1, choiceList.length)] ?? { index: 0, hours: 30 },
      ]),
  )

const at = (index: number, hours: number, ...names: Step[]): [Step, Choice][] =>
  names.map((name) => [name, { index, hours }])
/** A history that produces every kind of ledger entry. */
const allEntryKinds = [
  ...at(0, 30, 'buyWeek', 'bookFirst', 'cancelAsShown', 'isDelivered', 'bookSoon', 'consultantsAreIll', 'bookSoon'),
  ...at(0, 60, 'aDayPasses', 'isMissed', 'bookFirst', 'cancelTooLate', 'buyWeek', 'isExtended', 'aMonthPasses'),
]

test('after any history of packages, sessions and refunds, every page shows the sum of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const state: History = { member: await app.quickMember() }
      for (const [step, choice] of history) {
        await steps[step](state, choice)
        await checkLedger(app, state.member)
      }
      await endSubscriptions(state)
      await checkLedger(app, state.member)
      await checkNothingLeft(app, state.member)
    }),
    { ...historyParameters, numRuns: runs, examples: [[allEntryKinds]] },
  )
  const lines = await app.rows('select distinct kind from entitlement_entry order by kind')
  expect(lines.map(({ kind }) => kind)).toEqual(['expiry', 'extension', 'forfeit', 'grant', 'return', 'use'])
  expect(app.logLines).toEqual([])
})

function listOwned(member: Member): Promise<Owned[]> {
  return app.rows(
    `select entitlement.*, subscription_id from entitlement left join purchase on purchase.id = purchase_id
     where entitlement.member_id = $1 order by starts_at, entitlement.id`,
    member.id,
  )
}

type Bookable = { entitlementId: string; lineKey: string; until: string; blocker: string | null }

async function bookable(member: Member, index: number): Promise<Bookable | undefined> {
  const sessions: Bookable[] = (await member.get('/api/sessions')).body.data
  const open = sessions.filter(({ blocker }) => blocker === null)
  return open[index % Math.max(1, open.length)]
}

async function bookSession(member: Member, { hours }: Choice, index: number) {
  const session = await bookable(member, index)
  if (session) await book(member, { ...session, startsAt: hoursAhead(app, hours) })
}

async function findUpcoming(member: Member, index: number) {
  const sessions = await readPages<{ id: string }>(member, '/api/bookings?when=upcoming')
  return sessions[index % Math.max(1, sessions.length)]
}

async function countUpcoming(member: Member): Promise<number> {
  const [{ count }] = await app.rows(
    "select count(*)::int as count from booking where member_id = $1 and state = 'booked' and starts_at > $2",
    member.id,
    app.clock.now(),
  )
  return count
}

/** Logs the consultant in again, because consultants' login sessions expire too. */
async function logInConsultant(index: number): Promise<Consultant> {
  const consultant = consultants[index % consultants.length] as Consultant
  return app.returning(consultant)
}

async function recordAttendance({ member }: History, { index }: Choice, mark: 'held' | 'missed') {
  const started = await app.rows(
    `select booking.id, consultant_id from booking
     where member_id = $1 and starts_at <= $2 and state in ('booked', 'held', 'missed') order by starts_at`,
    member.id,
    app.clock.now(),
  )
  const booking = started[index % Math.max(1, started.length)]
  if (!booking) return
  const consultant = await logInConsultant(
    consultants.findIndex(({ consultantId }) => consultantId === booking.consultant_id),
  )
  const { status, body } = await consultant.post(`/api/consultant/bookings/${booking.id}/attendance`, {
    attendance: mark,
  })
  expect([200, 409]).toContain(status)
  if (status === 409) expect(body.code).toBe('attendance-final')
}

/** Closes all consultants' calendars until the end of that day. */
async function closeCalendarsUntil(day: string) {
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

async function findPurchase(member: Member, index: number): Promise<string | undefined> {
  const purchaseIds = (await listOwned(member)).map(({ purchase_id: purchaseId }) => purchaseId)
  return purchaseIds[index % Math.max(1, purchaseIds.length)]
}

async function refundPurchase(member: Member, index: number, amount: number | 'all') {
  const purchase = await findPurchase(member, index)
  if (!purchase) return
  const admin = await app.returning(staff)
  const address = `/api/admin/purchases/${purchase}/refunds`
  const { remainder, upcomingSessions } = (await admin.get(address)).body.data
  if (remainder === 0) return
  const before = await countUpcoming(member)
  const { status } = await admin.post(address, newRefund(amount === 'all' ? remainder : Math.min(amount, remainder)))
  if (status !== 200) return
  await runFrequentJobs()
  const isFull = amount === 'all' || remainder <= amount
  expect(before - (await countUpcoming(member))).toBe(isFull ? upcomingSessions : 0)
}

async function advanceTime(history: History, span: { days?: number; hours?: number }) {
  await app.jump(span)
  history.member = await app.returning(history.member)
  await runFrequentJobs()
}

/** Runs the jobs that are scheduled frequently. */
async function runFrequentJobs() {
  await app.settle()
  await app.run('release-sessions')
  await app.run('expire-sessions')
}

/** Ends all subscriptions, because running ones would be charged as time passes in the next history. */
async function endSubscriptions(history: History) {
  const active = await app.rows(
    'select * from subscription where member_id = $1 and ended_at is null',
    history.member.id,
  )
  for (const { provider_id: providerId } of active) if (providerId) await app.provider.cancelSubscription(providerId)
  await app.settle()
  await advanceTime(history, { days: 62 })
}
