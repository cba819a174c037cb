import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { graceEnd } from '#features/purchases/entitlements/rules.ts'
import { type Member, startApp } from '../support/app/start-app.ts'
import { makeOrder, submitCheckout } from '../support/given/checkout.ts'
import { newCode } from '../support/given/discount-codes.ts'
import { changeCard, listPaidMonths } from '../support/given/subscriptions.ts'
import { expectNoGaps, expectSameBalance, expectSettled, expectSound, readBooks } from '../support/proof/check-books.ts'
import { historyParameters, stressTestSize } from '../support/proof/stress-test-size.ts'
import { deliverLostWebhooks, webhookSteps } from '../support/proof/webhook-steps.ts'

/**
 * Random histories of a subscription's cards, webhooks and cancellations. After every step, access must match what was
 * paid for, plus the grace period.
 */
const runs = stressTestSize('SUBSCRIPTION_HISTORIES', 5)

const app = await startApp()
afterAll(app.close)
await newCode(await app.quickMember('administrator'), { code: 'TWO-MONTHS', months: 2 })

/** Login sessions expire as time passes, so the member is logged in again after each jump. */
type History = { member: Member; clientSecret?: string }

const steps = {
  async start(history: History) {
    await startWith(history, null)
  },
  /** The first two months cost less. */
  startWithCode: (history: History) => startWith(history, 'TWO-MONTHS'),
  async startTwice(history: History) {
    await Promise.all([steps.start(history), steps.start(history)])
  },
  async pay({ clientSecret }: History) {
    if (clientSecret) await app.pay(clientSecret)
  },
  async decline({ clientSecret }: History) {
    if (clientSecret) await app.pay(clientSecret, 'tok_visa_chargeDeclined')
  },
  async confirm({ member }: History) {
    for (const { id } of await listSubscriptions(member)) await member.post(`/api/subscriptions/${id}/confirmation`)
  },
  giveGoodCard: ({ member }: History) => giveCard(member, 'tok_mastercard'),
  giveFailingCard: ({ member }: History) => giveCard(member, 'tok_chargeCustomerFail'),
  async cancel({ member }: History) {
    for (const { id } of await listActive(member)) await member.post(`/api/subscriptions/${id}/cancellation`)
  },
  async undoCancelling({ member }: History) {
    for (const { id } of await listActive(member)) await member.send('DELETE', `/api/subscriptions/${id}/cancellation`)
  },
  async withdraw({ member }: History) {
    const [first] = await readBooks(app, member.id)
    const address = `/api/purchases/${first?.id}/withdrawal`
    const { status, body } = await member.get(address)
    if (status === 200) await member.post(address, { expectedRefund: body.data.refund })
  },
  aMonthPasses: (history: History) => advanceTime(history, { days: 31 }),
  aWeekPasses: (history: History) => advanceTime(history, { days: 7 }),
  fourDaysPass: (history: History) => advanceTime(history, { days: 4 }),
  anHourPasses: (history: History) => advanceTime(history, { hours: 1 }),
  ...webhookSteps(app),
  async webhooksAreQuick() {
    app.sandbox.disturbWebhooks({ duplicates: 1 })
  },
  async answerIsLost() {
    app.sandbox.injectFault({ mode: 'truncate', path: '/v1/subscriptions*' })
  },
  async reconcile() {
    await app.run('reconcile-payments')
    await app.run('reconcile-subscriptions')
  },
}

type Step = keyof typeof steps

async function startWith(history: History, code: string | null) {
  const order = await makeOrder(history.member, 'my-future-pro', 'today', 'uk', code)
  const { status, body } = await submitCheckout(history.member, order)
  if (status === 200) history.clientSecret = body.data.clientSecret
  else expect(['already-subscribed', 'already-paid', 'already-owned', 'provider-unavailable']).toContain(body.code)
}

async function advanceTime(history: History, span: { days?: number; hours?: number }) {
  await app.jump(span)
  history.member = await app.returning(history.member)
}

async function giveCard(member: Member, card: string) {
  for (const { id } of await listActive(member)) {
    const { status, body } = await changeCard(app, member, id, card)
    if (status >= 500) expect(body.code).toBe('provider-unavailable')
  }
}

const listSubscriptions = (member: Member) =>
  app.rows('select * from subscription where member_id = $1 order by created_at, id', member.id)

const listActive = async (member: Member) =>
  (await listSubscriptions(member)).filter(({ status }) => status === 'active' || status === 'past_due')

const frequentSteps: Step[] = [
  'aMonthPasses',
  'aMonthPasses',
  'aWeekPasses',
  'webhooksArrive',
  'reconcile',
  'start',
  'pay',
]
const stepNames = fc.constantFrom(...frequentSteps, ...(Object.keys(steps) as Step[]))
const beginnings = fc.constantFrom<Step[]>(
  ['start', 'pay'],
  ['startWithCode', 'pay'],
  ['start', 'pay', 'confirm', 'giveFailingCard', 'aMonthPasses'],
  ['start', 'pay', 'webhooksArrive', 'webhooksAreLost', 'aMonthPasses'],
)
const histories = fc
  .tuple(beginnings, fc.array(stepNames, { minLength: 3, maxLength: 10 }))
  .map(([beginning, otherSteps]) => [...beginning, ...otherSteps])

test('no sequence of months, cards, cancellations and lost messages leads to a wrong charge or wrong access', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      app.sandbox.clearFaults()
      app.sandbox.disturbWebhooks({ hold: true })
      const state: History = { member: await app.quickMember() }
      for (const step of history) {
        await steps[step](state)
        await checkMonths(state)
      }
      await settleEverything(state)
      await endSubscriptions(state)
    }),
    { ...historyParameters, numRuns: runs },
  )
  await expectSameBalance(app)
})

/** Checks that both sets of books agree in the end, and that reconciling again changes nothing. */
async function settleEverything(history: History) {
  app.sandbox.clearFaults()
  // The second round processes the jobs that the first one queued.
  for (let round = 0; round < 2; round++) {
    await steps.webhooksArrive()
    await advanceTime(history, { hours: 1 })
    await steps.reconcile()
  }
  const before = await readBooks(app, history.member.id)
  await deliverLostWebhooks(app)
  await steps.reconcile()
  const books = await readBooks(app, history.member.id)
  expect(books).toEqual(before)
  for (const purchase of books) expectSettled(purchase)
  await checkMonths(history)
  // There is exactly one purchase for each paid invoice at Stripe.
  const paid = (await listProviderInvoices(history)).filter(({ status }) => status === 'paid')
  expect(books.flatMap(({ invoiceId, entitlements }) => (entitlements ? [invoiceId] : [])).toSorted()).toEqual(
    paid.map(({ id }) => id).toSorted(),
  )
}

/** Ends all subscriptions, because running ones would be charged as time passes in the next history. */
async function endSubscriptions(history: History) {
  for (const { provider_id: providerId, ended_at: endedAt } of await listSubscriptions(history.member))
    if (providerId && !endedAt) await app.provider.cancelSubscription(providerId)
  await steps.webhooksArrive()
  await advanceTime(history, { days: 2 })
  await steps.webhooksArrive()
  await steps.reconcile()
}

async function checkMonths(history: History) {
  const { member } = history
  for (const purchase of await readBooks(app, member.id)) {
    expectSound(purchase)
    // MY FUTURE X before tax.
    expect(purchase.net + purchase.discount).toBe(2_900)
  }
  const providerSubscriptions = await listProviderSubscriptions(history)
  const subscriptions = await listSubscriptions(member)
  // Stripe has one subscription for each of ours, and there are never two running ones.
  expect(new Set(providerSubscriptions.map(({ metadata }) => metadata.subscription_id)).size).toBe(
    providerSubscriptions.length,
  )
  expect(subscriptions.filter(({ ended_at: endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1)
  for (const { id } of subscriptions) await expectPeriods(id)
  await expectAccess(member)
  await expectGrants(member)
  await expectNoGaps(app)
  expect(await app.rows("select * from payment_anomaly where kind <> 'refund-failed'")).toEqual([])
}

/** Checks that each period starts when the previous one ends. */
async function expectPeriods(subscriptionId: string) {
  const months = await listPaidMonths(app, subscriptionId)
  for (const [index, { starts_at: startsAt }] of months.entries()) {
    if (index > 0) expect(startsAt).toEqual(months[index - 1]?.ends_at)
  }
}

/** Checks that a member has access only in a paid period or in the grace period of a running subscription. */
async function expectAccess(member: Member) {
  const now = app.clock.now()
  const returned = await app.returning(member)
  const { items } = (await returned.get('/api/entitlements')).body.data
  const hasAccess = items.some(({ state }: { state: string }) => state === 'active' || state === 'past_due')
  const periods = await app.rows(
    `select starts_at, ends_at, ended_at from entitlement join purchase on purchase.id = purchase_id
     join subscription on subscription.id = subscription_id
     where entitlement.member_id = $1 and cancelled_at is null and starts_at <= $2`,
    member.id,
    now,
  )
  const isPaid = periods.some(({ ends_at: endsAt }) => now < endsAt)
  const isGrace = periods.some(({ ends_at: endsAt, ended_at: endedAt }) => !endedAt && now < graceEnd(endsAt))
  if (isPaid) expect(hasAccess).toBe(true)
  if (hasAccess) expect(isPaid || isGrace).toBe(true)
  const { activePackages } = (await returned.get('/api/portal/dashboard')).body.data
  expect(activePackages).toBe(hasAccess ? 1 : 0)
}

/** Checks that each month has the monthly grants, and that only the first month has the one-off grants. */
async function expectGrants(member: Member) {
  const differences = await app.rows(
    `with months as (
      select entitlement.id, subscription_id, entitlement.package_id, entitlement.package_version from entitlement
      join purchase on purchase.id = purchase_id where entitlement.member_id = $1
    ), granted as (
      select subscription_id, line_key, count(*) as count from months
      join entitlement_entry on entitlement_id = months.id where kind = 'grant' group by 1, 2
    ), owed as (
      select subscription_id, key, case granted_per when 'period' then count(*) else 1 end as count from months
      join package_line on package_line.package_id = months.package_id and version = months.package_version
      group by subscription_id, key, granted_per
    )
    select * from owed full join granted on granted.subscription_id = owed.subscription_id and line_key = key
    where granted.count is distinct from owed.count`,
    member.id,
  )
  expect(differences).toEqual([])
}

type ProviderSubscription = { id: string; status: string; customer: string; metadata: { subscription_id: string } }
type Invoice = { id: string; status: string; customer: string }

const RECENT = 100

async function findCustomerId({ member }: History) {
  const [customer] = await app.rows('select provider_id from payment_customer where member_id = $1', member.id)
  return customer?.provider_id
}

async function listProviderSubscriptions(history: History) {
  const customerId = await findCustomerId(history)
  const all = app.sandbox.objects('subscription', RECENT) as unknown as ProviderSubscription[]
  return all.filter(({ customer }) => customer === customerId)
}

async function listProviderInvoices(history: History) {
  const customerId = await findCustomerId(history)
  const all = app.sandbox.objects('invoice', RECENT) as unknown as Invoice[]
  return all.filter(({ customer }) => customer === customerId)
}
