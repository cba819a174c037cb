import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { reconcilePayments } from '#features/payments/server/public.ts'
import { type Member, startApp } from '../support/app/start-app.ts'
import { makeOrder, submitCheckout } from '../support/given/checkout.ts'
import { newCode } from '../support/given/discount-codes.ts'
import { newRefund } from '../support/given/refunds.ts'
import {
  type Books,
  expectNoGaps,
  expectSameBalance,
  expectSettled,
  expectSound,
  readBooks,
} from '../support/proof/check-books.ts'
import { historyParameters, stressTestSize } from '../support/proof/stress-test-size.ts'
import { deliverLostWebhooks, webhookSteps } from '../support/proof/webhook-steps.ts'
import { answerBankPage } from '../support/site/pay-as-browser.ts'

/** Random histories of payments, failures and lost messages. After every step, our books are compared with Stripe's. */
const runs = stressTestSize('PAYMENT_HISTORIES', 10)

const app = await startApp()
afterAll(app.close)
/** A new account for each history, because days pass and login sessions expire. */
let staff: Awaited<ReturnType<typeof app.quickMember>>

type OpenedPurchase = { id: string; clientSecret: string; consentsToStart: boolean }

type History = { member: Member; opened: OpenedPurchase[]; code: string }

const steps = {
  start: (history: History) => start(history, true),
  startWithoutBoxes: (history: History) => start(history, false),
  async startInTwoTabs(history: History) {
    await Promise.all([start(history, true), start(history, false)])
  },
  /** The code has one use: an unfinished payment holds it, and a payment that is given up releases it. */
  startWithCode: (history: History) => start(history, true, history.code),
  async startWithAndWithoutCode(history: History) {
    await Promise.all([start(history, true, history.code), start(history, true)])
  },
  async startTwice(history: History) {
    await Promise.all([steps.start(history), steps.start(history)])
  },
  async pay({ opened }: History) {
    const latest = opened.at(-1)
    if (latest) await pay(latest)
  },
  async payTheFirst({ opened }: History) {
    if (opened[0]) await pay(opened[0])
  },
  async decline({ opened }: History) {
    const latest = opened.at(-1)
    if (latest) await pay(latest, 'tok_visa_chargeDeclined')
  },
  async payWithBank({ opened }: History) {
    const latest = opened.at(-1)
    const payment = latest && (await pay(latest, 'tok_threeDSecure2Required'))
    if (payment?.next_action) await answerBankPage(payment, 'complete')
  },
  async askBank({ opened }: History) {
    const latest = opened.at(-1)
    if (latest) await pay(latest, 'tok_threeDSecure2Required')
  },
  async payWithSlowBank({ opened }: History) {
    const latest = opened.at(-1)
    app.sandbox.slowBank(true)
    if (latest) await pay(latest)
    app.sandbox.slowBank(false)
  },
  payWithSlowRefunds: ({ opened }: History) => payLast(opened, 'tok_pendingRefund'),
  payWithFailingRefunds: ({ opened }: History) => payLast(opened, 'tok_refundFail'),
  payAndComplain: ({ opened }: History) => payLast(opened, 'tok_createDispute'),
  async bankAnswers() {
    app.sandbox.settlePayments()
  },
  refundPart: ({ opened }: History) => refund(opened.at(-1), newRefund(1_777)),
  refundPartOfTheFirst: ({ opened }: History) => refund(opened[0], newRefund(3_333)),
  refundPartAndEnd: ({ opened }: History) => refund(opened.at(-1), newRefund(501, { endsAccess: true })),
  async refundRest({ opened }: History) {
    const latest = opened.at(-1)
    const remainder = latest && (await staff.get(`/api/admin/purchases/${latest.id}/refunds`)).body.data?.remainder
    if (remainder > 0) await refund(latest, newRefund(remainder))
  },
  async refundTooMuch({ opened }: History) {
    const answer = await refund(opened.at(-1), newRefund(11_881))
    expect(answer?.status).not.toBe(200)
  },
  async refundTwice({ opened }: History) {
    const request = newRefund(2_500)
    const answers = await Promise.all([1, 2].map(() => refund(opened.at(-1), request)))
    expect(answers[0]?.status).toBe(answers[1]?.status)
  },
  async withdraw({ member, opened }: History) {
    const latest = opened.at(-1)
    if (latest) await withdraw(member, latest)
  },
  async withdrawTwice({ member, opened }: History) {
    const latest = opened.at(-1)
    if (latest) await Promise.all([withdraw(member, latest), withdraw(member, latest)])
  },
  async somethingIsDelivered({ opened }: History) {
    await app.rows(
      `insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
       select id, 'initial-consultation', 'use', -1, now() from entitlement where purchase_id = $1 and starts_at <= now()`,
      opened.at(-1)?.id,
    )
  },
  async refundsAreAnswered() {
    app.sandbox.settleRefunds()
  },
  async refundComesBack({ member }: History) {
    const refunds = (await readBooks(app, member.id)).flatMap(({ providerRefunds }) => providerRefunds)
    const refundToFail = refunds.find(({ status }) => status !== 'failed')
    if (refundToFail) app.sandbox.failRefund(refundToFail.id)
  },
  bankFindsUsRight: (history: History) => decideDisputes(history, 'won'),
  bankFindsUsWrong: (history: History) => decideDisputes(history, 'lost'),
  async confirm({ member, opened }: History) {
    const latest = opened.at(-1)
    if (latest) await member.post(`/api/purchases/${latest.id}/confirmation`)
  },
  ...webhookSteps(app),
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

const refusals = [
  'discount-used-up',
  'already-paid',
  'already-owned',
  'payment-processing',
  'payment-at-bank',
  'provider-unavailable',
]

async function start({ member, opened }: History, consentsToStart: boolean, code: string | null = null) {
  const order = await makeOrder(member, undefined, consentsToStart ? 'today' : 'later', 'uk', code)
  // Like the page, sends no code that takes nothing off.
  if (order.expectedTotal === FULL_TOTAL) order.discountCode = null
  const { status, body } = await submitCheckout(member, order)
  if (status === 200) opened.push({ id: body.data.purchase.id, clientSecret: body.data.clientSecret, consentsToStart })
  else expect(refusals).toContain(body.code)
}

async function payLast(opened: OpenedPurchase[], card: string) {
  const latest = opened.at(-1)
  if (latest) await pay(latest, card)
}

const refundRefusals = ['purchase-not-found', 'refund-too-high', 'purchase-disputed', 'nothing-to-refund']

async function refund(purchase: OpenedPurchase | undefined, request: ReturnType<typeof newRefund>) {
  if (!purchase) return
  const answer = await staff.post(`/api/admin/purchases/${purchase.id}/refunds`, request)
  if (answer.status !== 200) expect(refundRefusals).toContain(answer.body.code)
  return answer
}

async function withdraw(member: Member, { id }: OpenedPurchase) {
  const address = `/api/purchases/${id}/withdrawal`
  const { data } = (await member.get(address)).body
  const { status, body } = await member.post(address, { expectedRefund: data.refund })
  if (status !== 200) expect(['cannot-withdraw', 'refund-changed']).toContain(body.code)
}

async function decideDisputes({ member }: History, verdict: 'won' | 'lost') {
  const disputes = (await readBooks(app, member.id)).flatMap(({ providerDisputes }) => providerDisputes)
  for (const { id, status } of disputes) if (status === 'needs_response') app.sandbox.decideDispute(id, verdict)
}

/** Pays in the browser, whose connection to Stripe may fail too. */
async function pay({ clientSecret }: OpenedPurchase, card?: string) {
  return app.pay(clientSecret, card).catch(() => undefined)
}

type Step = keyof typeof steps

const frequentSteps: Step[] = ['start', 'pay', 'confirm', 'webhooksArrive', 'decline', 'reconcile', 'refundPart']
const stepNames = fc.constantFrom(...frequentSteps, ...(Object.keys(steps) as Step[]))
/** Most histories start with a paid purchase, because only those can be refunded. */
const beginnings = fc.constantFrom<Step[]>(
  ['start'],
  ['start', 'pay', 'confirm'],
  ['startWithCode', 'pay', 'confirm'],
  ['start', 'payWithFailingRefunds', 'webhooksArrive'],
  ['start', 'payAndComplain', 'confirm'],
)
const sequences = fc
  .tuple(beginnings, fc.array(stepNames, { minLength: 3, maxLength: 14 }))
  .map(([beginning, otherSteps]) => [...beginning, ...otherSteps])

let histories = 0

test('no sequence of payments, refunds, disputes, lost messages and repetitions leads to wrong books', async () => {
  await fc.assert(
    fc.asyncProperty(sequences, async (history) => {
      app.sandbox.disturbWebhooks({ hold: true })
      staff = await app.quickMember('administrator')
      histories += 1
      const { code } = await newCode(staff, { code: `HISTORY-${histories}`, percentage: 17, maxUses: 1 })
      const state: History = { member: await app.quickMember(), opened: [], code }
      for (const step of history) {
        await steps[step](state)
        await checkBooks(state)
      }
      await settleEverything(state)
    }),
    { ...historyParameters, numRuns: runs },
  )
  await expectSameBalance(app)
})

/** Checks that both sets of books agree in the end, and that reconciling again changes nothing. */
async function settleEverything(history: History) {
  app.sandbox.clearFaults()
  app.sandbox.settlePayments()
  // The second round processes the jobs that the first one queued.
  for (let round = 0; round < 2; round++) {
    await steps.webhooksArrive()
    await steps.reconcile(history)
    app.sandbox.settleRefunds()
  }
  await steps.webhooksArrive()
  await steps.aDayPasses(history)
  await app.settle()
  const before = await readBooks(app, history.member.id)
  await deliverLostWebhooks(app)
  await steps.reconcile(history)
  await app.settle()
  expect(await readBooks(app, history.member.id)).toEqual(before)
  for (const books of before) expectSettled(books)
  await checkBooks(history)
}

async function checkBooks({ member, opened }: History) {
  const books = await readBooks(app, member.id)
  for (const each of books) {
    expectConsent(each, opened)
    expectSound(each)
    expect(each.net + each.discount).toBe(LIST_PRICE)
  }
  const holders = books.filter(({ discount, status }) => discount > 0 && status !== 'cancelled')
  expect(holders.length).toBeLessThanOrEqual(1)
  // There are never two open purchases of the same package.
  expect(books.filter(({ status }) => status === 'pending').length).toBeLessThanOrEqual(1)
  await expectNoGaps(app)
  // Only a failed refund needs attention from staff.
  expect(await app.rows("select * from payment_anomaly where kind <> 'refund-failed'")).toEqual([])
}

/** MY FUTURE WEEK before tax, and with it. */
const LIST_PRICE = 9_900
const FULL_TOTAL = 11_880

/** Checks that the stored consent is the one given for this payment. */
function expectConsent({ id, startsNow }: Books, opened: OpenedPurchase[]) {
  for (const { consentsToStart } of opened.filter((purchase) => purchase.id === id))
    expect(startsNow).toBe(consentsToStart)
}

/** Ages only these purchases, so that login sessions and signatures stay valid. */
async function age(opened: OpenedPurchase[], span: string) {
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
