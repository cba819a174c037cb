import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { reconcilePayments } from '#features/payments/server/public.ts'
import {
  type Books,
  expectNoGaps,
  expectSameBalance,
  expectSettled,
  expectSound,
  readBooks,
} from '../support/check-books.ts'
import { orderOf, pressPay } from '../support/checkout.ts'
import { answerBank } from '../support/pay-as-browser.ts'
import { historyParameters, proofSize } from '../support/proof-size.ts'
import { refundOf } from '../support/returns.ts'
import { type Member, startApp } from '../support/start-app.ts'

/**
 * Whatever happens, in whatever order, and whatever gets lost on the way: the provider's own books are compared with
 * ours after every single step (PAYMENTS §7.1).
 */
const runs = proofSize('PAYMENT_HISTORIES', 30)

const app = await startApp()
afterAll(app.close)
/** Somebody else for each history: days pass, and a session ends with them. */
let staff: Awaited<ReturnType<typeof app.quickMember>>

type Opened = { id: string; clientSecret: string; agreed: boolean }

type History = { member: Member; opened: Opened[] }

const steps = {
  start: (history: History) => start(history, true),
  startWithoutBoxes: (history: History) => start(history, false),
  async startInTwoTabs(history: History) {
    await Promise.all([start(history, true), start(history, false)])
  },
  async startTwice(history: History) {
    await Promise.all([steps.start(history), steps.start(history)])
  },
  async pay({ opened }: History) {
    const last = opened.at(-1)
    if (last) await pay(last)
  },
  async payTheFirst({ opened }: History) {
    if (opened[0]) await pay(opened[0])
  },
  async decline({ opened }: History) {
    const last = opened.at(-1)
    if (last) await pay(last, 'tok_visa_chargeDeclined')
  },
  async payWithBank({ opened }: History) {
    const last = opened.at(-1)
    const asked = last && (await pay(last, 'tok_threeDSecure2Required'))
    if (asked?.next_action) await answerBank(asked, 'complete')
  },
  async askBank({ opened }: History) {
    const last = opened.at(-1)
    if (last) await pay(last, 'tok_threeDSecure2Required')
  },
  async payWithSlowBank({ opened }: History) {
    const last = opened.at(-1)
    app.sandbox.slowBank(true)
    if (last) await pay(last)
    app.sandbox.slowBank(false)
  },
  payWithSlowRefunds: ({ opened }: History) => payLast(opened, 'tok_pendingRefund'),
  payWithFailingRefunds: ({ opened }: History) => payLast(opened, 'tok_refundFail'),
  payAndComplain: ({ opened }: History) => payLast(opened, 'tok_createDispute'),
  async bankAnswers() {
    app.sandbox.settlePayments()
  },
  refundPart: ({ opened }: History) => refund(opened.at(-1), refundOf(1_777)),
  refundPartOfTheFirst: ({ opened }: History) => refund(opened[0], refundOf(3_333)),
  refundPartAndEnd: ({ opened }: History) => refund(opened.at(-1), refundOf(501, { endsAccess: true })),
  async refundRest({ opened }: History) {
    const last = opened.at(-1)
    const left = last && (await staff.get(`/api/admin/purchases/${last.id}/refunds`)).body.data?.remainder
    if (left > 0) await refund(last, refundOf(left))
  },
  async refundTooMuch({ opened }: History) {
    const answer = await refund(opened.at(-1), refundOf(11_881))
    expect(answer?.status).not.toBe(200)
  },
  async refundTwice({ opened }: History) {
    const request = refundOf(2_500)
    const answers = await Promise.all([1, 2].map(() => refund(opened.at(-1), request)))
    expect(answers[0]?.status).toBe(answers[1]?.status)
  },
  async withdraw({ member, opened }: History) {
    const last = opened.at(-1)
    if (last) await withdraw(member, last)
  },
  async withdrawTwice({ member, opened }: History) {
    const last = opened.at(-1)
    if (last) await Promise.all([withdraw(member, last), withdraw(member, last)])
  },
  async somethingIsDelivered({ opened }: History) {
    await app.rows(
      `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
       select id, 'initial-consultation', 'use', -1, now() from entitlement where purchase_id = $1`,
      opened.at(-1)?.id,
    )
  },
  async refundsAreAnswered() {
    app.sandbox.settleRefunds()
  },
  async refundComesBack({ member }: History) {
    const there = (await readBooks(app, member.id)).flatMap(({ refundsThere }) => refundsThere)
    const arrived = there.find(({ status }) => status !== 'failed')
    if (arrived) app.sandbox.failRefund(arrived.id)
  },
  bankFindsUsRight: (history: History) => decide(history, 'won'),
  bankFindsUsWrong: (history: History) => decide(history, 'lost'),
  async confirm({ member, opened }: History) {
    const last = opened.at(-1)
    if (last) await member.post(`/api/purchases/${last.id}/confirmation`)
  },
  async webhooksArrive() {
    await app.sandbox.releaseWebhooks('oldest-first')
    await app.settle()
  },
  async webhooksArriveBackwards() {
    await app.sandbox.releaseWebhooks('newest-first')
    await app.settle()
  },
  async webhookAgain() {
    const known = app.sandbox.deliveries().filter(({ state }) => state === 'delivered')
    const last = known.at(-1)
    if (last) await Promise.all([app.sandbox.redeliverEvent(last.event), app.sandbox.redeliverEvent(last.event)])
    await app.settle()
  },
  async webhooksAreLost() {
    app.sandbox.disturbWebhooks({ drop: true })
  },
  async webhooksAreBack() {
    app.sandbox.disturbWebhooks({ hold: true, duplicates: 2 })
  },
  async answerIsLost() {
    app.sandbox.injectFault({ mode: 'truncate', path: '/v1/payment_intents*' })
  },
  async answerOfRefundIsLost() {
    app.sandbox.injectFault({ mode: 'drop_after', method: 'POST', path: '/v1/refunds', count: 6 })
  },
  async workIsDone() {
    await app.settle()
  },
  async reconcile({ opened }: History) {
    await age(opened, '3 minutes')
    await reconcilePayments({ ...app.context, provider: app.provider })
  },
  async halfAnHourPasses({ opened }: History) {
    await age(opened, '31 minutes')
  },
  async aDayPasses({ opened }: History) {
    await age(opened, '25 hours')
    await reconcilePayments({ ...app.context, provider: app.provider })
  },
  async aFortnightPasses({ opened }: History) {
    await age(opened, '15 days')
  },
}

const refusals = ['already-paid', 'package-runs', 'payment-processing', 'payment-at-bank', 'provider-away']

async function start({ member, opened }: History, agreed: boolean) {
  const order = await orderOf(member, undefined, { startNow: agreed, acknowledgeLoss: agreed })
  const { status, body } = await pressPay(member, order)
  if (status === 200) opened.push({ id: body.data.purchase.id, clientSecret: body.data.clientSecret, agreed })
  else expect(refusals).toContain(body.code)
}

async function payLast(opened: Opened[], card: string) {
  const last = opened.at(-1)
  if (last) await pay(last, card)
}

const refundRefusals = ['purchase-not-found', 'refund-too-high', 'purchase-disputed', 'nothing-to-refund']

async function refund(purchase: Opened | undefined, request: ReturnType<typeof refundOf>) {
  if (!purchase) return
  const answer = await staff.post(`/api/admin/purchases/${purchase.id}/refunds`, request)
  if (answer.status !== 200) expect(refundRefusals).toContain(answer.body.code)
  return answer
}

async function withdraw(member: Member, { id }: Opened) {
  const address = `/api/purchases/${id}/withdrawal`
  const { data } = (await member.get(address)).body
  const { status, body } = await member.post(address, { expectedRefund: data.refund })
  if (status !== 200) expect(['cannot-withdraw', 'refund-changed']).toContain(body.code)
}

async function decide({ member }: History, verdict: 'won' | 'lost') {
  const there = (await readBooks(app, member.id)).flatMap(({ disputesThere }) => disputesThere)
  for (const { id, status } of there) if (status === 'needs_response') app.sandbox.decideDispute(id, verdict)
}

/** What the browser does with the card; its line to the provider may break as well. */
async function pay({ clientSecret }: Opened, card?: string) {
  return app.pay(clientSecret, card).catch(() => undefined)
}

type Step = keyof typeof steps

const often: Step[] = ['start', 'pay', 'confirm', 'webhooksArrive', 'decline', 'reconcile', 'refundPart']
const stepNames = fc.constantFrom(...often, ...(Object.keys(steps) as Step[]))
/** Half of them begin with somebody who has paid: there is nothing to give back otherwise. */
const beginnings = fc.constantFrom<Step[]>(
  ['start'],
  ['start', 'pay', 'confirm'],
  ['start', 'payWithFailingRefunds', 'webhooksArrive'],
  ['start', 'payAndComplain', 'confirm'],
)
const histories = fc
  .tuple(beginnings, fc.array(stepNames, { minLength: 3, maxLength: 14 }))
  .map(([beginning, others]) => [...beginning, ...others])

test('no history of payments, refunds, disputes, losses and repetitions leads to a wrong book', {
  timeout: 180_000 + runs * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      app.sandbox.disturbWebhooks({ hold: true })
      staff = await app.quickMember('administrator')
      const state: History = { member: await app.quickMember(), opened: [] }
      for (const step of history) {
        await steps[step](state)
        await checkBooks(state)
      }
      await comeToRest(state)
    }),
    { ...historyParameters, numRuns: runs },
  )
  await expectSameBalance(app)
})

/** In the end both books are the same, and asking again changes nothing (I1, I2, I11). */
async function comeToRest(history: History) {
  app.sandbox.clearFaults()
  app.sandbox.settlePayments()
  for (const _ of ['what was under way', 'what that has led to']) {
    await steps.webhooksArrive()
    await steps.reconcile(history)
    app.sandbox.settleRefunds()
  }
  await steps.webhooksArrive()
  await steps.aDayPasses(history)
  await app.settle()
  const before = await readBooks(app, history.member.id)
  await deliverWhatWasLost()
  await steps.reconcile(history)
  await app.settle()
  expect(await readBooks(app, history.member.id)).toEqual(before)
  for (const books of before) expectSettled(books)
  await checkBooks(history)
}

/** However late: every event that never came comes after all. */
async function deliverWhatWasLost() {
  const lost = app.sandbox.deliveries().filter(({ state }) => state === 'dropped')
  for (const { event } of lost) await app.sandbox.redeliverEvent(event)
  await app.settle()
}

async function checkBooks({ member, opened }: History) {
  const books = await readBooks(app, member.id)
  for (const each of books) {
    expectConsent(each, opened)
    expectSound(each)
  }
  // S4: never two open purchases of the same package.
  expect(books.filter(({ status }) => status === 'pending').length).toBeLessThanOrEqual(1)
  await expectNoGaps(app)
  // A refund that comes back needs a person; nothing else here does.
  expect(await app.rows("select * from payment_anomaly where kind <> 'refund-failed'")).toEqual([])
}

/** What was agreed belongs to the payment that whoever agreed to it can make, and to no other. */
function expectConsent({ id, startsNow }: Books, opened: Opened[]) {
  for (const { agreed } of opened.filter((each) => each.id === id)) expect(startsNow).toBe(agreed)
}

/** Time passes for these purchases alone: sessions and signatures stay fresh. */
async function age(opened: Opened[], span: string) {
  const ids = opened.map(({ id }) => id)
  await app.rows(
    `with aged as (
      update purchase set created_at = created_at - $2::interval, completed_at = completed_at - $2::interval
      where id = any($1) and (status = 'pending' or $2::interval > interval '2 days')
    ), asked as (
      update refund set requested_at = requested_at - $2::interval where purchase_id = any($1)
    )
    update entitlement set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval,
      cancelled_at = cancelled_at - $2::interval
    where purchase_id = any($1)`,
    ids,
    span,
  )
}
