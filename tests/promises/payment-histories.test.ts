import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { reconcilePayments } from '#features/payments/server/public.ts'
import { orderOf, pressPay } from '../support/checkout.ts'
import { answerBank } from '../support/pay-as-browser.ts'
import { startApp } from '../support/start-app.ts'

/**
 * Whatever happens, in whatever order, and whatever gets lost on the way: the provider's own books are compared with
 * ours after every single step (PAYMENTS §7.1).
 */
const runs = Number(process.env.PAYMENT_HISTORIES ?? 30)

const app = await startApp()
afterAll(app.close)

type Member = Awaited<ReturnType<typeof app.quickMember>>
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
  async bankAnswers() {
    app.sandbox.settlePayments()
  },
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
}

const refusals = ['already-paid', 'package-runs', 'payment-processing', 'payment-at-bank', 'provider-away']

async function start({ member, opened }: History, agreed: boolean) {
  const order = await orderOf(member, undefined, { startNow: agreed, acknowledgeLoss: agreed })
  const { status, body } = await pressPay(member, order)
  if (status === 200) opened.push({ id: body.data.purchase.id, clientSecret: body.data.clientSecret, agreed })
  else expect(refusals).toContain(body.code)
}

/** What the browser does with the card; its line to the provider may break as well. */
async function pay({ clientSecret }: Opened, card?: string) {
  return app.pay(clientSecret, card).catch(() => undefined)
}

type Step = keyof typeof steps

const often: Step[] = ['start', 'pay', 'confirm', 'webhooksArrive', 'decline', 'reconcile']
const stepNames = fc.constantFrom(...often, ...(Object.keys(steps) as Step[]))

test('no history of payments, losses and repetitions leads to a wrong book', { timeout: 180_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepNames, { minLength: 3, maxLength: 14 }), async (history) => {
      app.sandbox.disturbWebhooks({ hold: true })
      const state: History = { member: await app.quickMember(), opened: [] }
      for (const step of ['start' as const, ...history]) {
        await steps[step](state)
        await checkBooks(state)
      }
      await comeToRest(state)
    }),
    { numRuns: runs },
  )
})

/** In the end everything that was paid is a package, and asking again changes nothing (I2, I5, I11). */
async function comeToRest(history: History) {
  app.sandbox.clearFaults()
  app.sandbox.settlePayments()
  await steps.webhooksArrive()
  await steps.reconcile(history)
  await app.settle()
  const before = await booksOf(history.member)
  await steps.reconcile(history)
  await app.settle()
  expect(await booksOf(history.member)).toEqual(before)
  for (const { status, provider, mails } of before) {
    const isPaid = provider.some((intent) => intent.status === 'succeeded')
    expect([status === 'completed', mails]).toEqual([isPaid, isPaid ? 1 : 0])
  }
  await checkBooks(history)
}

async function checkBooks({ member, opened }: History) {
  const books = await booksOf(member)
  for (const { id, status, total, provider, startsNow, ...traces } of books) {
    // What was agreed belongs to the payment that whoever agreed to it can make, and to no other.
    for (const { agreed } of opened.filter((each) => each.id === id)) expect(startsNow).toBe(agreed)
    // I10, I16: one payment a purchase, over what was agreed.
    expect(provider.length).toBeLessThanOrEqual(1)
    for (const { amount, currency } of provider) expect([amount, currency]).toEqual([total, 'gbp'])
    // I1-I3, I7, S1-S3: a completed purchase has its money at the provider, and one of each paper; others have nothing.
    const isPaid = status === 'completed'
    if (isPaid) expect(provider).toMatchObject([{ amount_received: total }])
    const one = isPaid ? 1 : 0
    const expected = { charged: isPaid ? total : 0, entitlements: one, invoices: one, letters: one, numbers: one }
    expect(traces).toMatchObject(expected)
  }
  // S4: never two open purchases of the same package.
  expect(books.filter(({ status }) => status === 'pending').length).toBeLessThanOrEqual(1)
  // I9: the series runs from 1 without a gap.
  const numbers = (await app.rows('select number from document order by number')).map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  expect(await app.rows('select * from payment_anomaly')).toEqual([])
}

type Intent = {
  status: string
  amount: number
  amount_received: number
  currency: string
  metadata: { purchase_id?: string }
}

async function booksOf(member: Member) {
  const purchases = await app.rows(
    `select id, status, total, consent_start_now as "startsNow",
       (reference is not null)::int as numbers,
       (select coalesce(sum(amount), 0)::int from payment_entry where purchase_id = purchase.id) as charged,
       (select count(*)::int from entitlement where purchase_id = purchase.id) as entitlements,
       (select count(*)::int from document where purchase_id = purchase.id) as invoices,
       (select count(*)::int from pgboss.job where name = 'send-purchase-letter' and data->>'purchaseId' = purchase.id::text)
         as letters,
       (select count(*)::int from mail where reason like '%' || purchase.id) as mails
     from purchase where member_id = $1 order by id`,
    member.id,
  )
  const intents = app.sandbox.objects('payment_intent', 10_000) as unknown as Intent[]
  return purchases.map((purchase) => ({
    ...purchase,
    provider: intents.filter(({ metadata }) => metadata.purchase_id === purchase.id),
  })) as (Record<'status' | 'id', string> & {
    total: number
    startsNow: boolean
    charged: number
    entitlements: number
    invoices: number
    letters: number
    mails: number
    numbers: number
    provider: Intent[]
  })[]
}

/** Time passes for these purchases alone: sessions and signatures stay fresh. */
async function age(opened: Opened[], span: string) {
  const ids = opened.map(({ id }) => id)
  await app.rows(
    "update purchase set created_at = created_at - $2::interval where id = any($1) and status = 'pending'",
    ids,
    span,
  )
}
