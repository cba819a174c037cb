import type { Member, TestApp } from '../app/start-app.ts'

type Start = 'today' | 'later'
type Market = 'uk' | 'international'
/** The request that the checkout page sends for the current offer of a package. */
export async function makeOrder(
  member: Member,
  packageId = 'my-future-basic',
  start: Start = 'today',
  market: Market = 'uk',
  discountCode: string | null = null,
) {
  const query = discountCode === null ? '' : `?code=${encodeURIComponent(discountCode)}`
  const { body } = await member.get(`/api/quotes/${market}/${packageId}${query}`)
  const { package: offered, price, consents: texts, startsLaterAt } = body.data
  return {
    packageId,
    packageVersion: offered.version,
    market,
    expectedTotal: price.total,
    discountCode,
    consents: { version: texts.version, start, acknowledged: start === 'today', startsLaterAt },
    buyer: buyerIn(market),
    isUnder18: false,
    cardId: null as string | null,
  }
}

/** A consumer, with a country if the market is outside the United Kingdom. */
export function buyerIn(market: Market) {
  const country = market === 'uk' ? null : 'US'
  return { kind: 'consumer' as 'consumer' | 'business', companyName: null, vatNumber: null, address: null, country }
}

/** Presses Pay. If the member already has the package, presses it again to accept the later start. */
export async function submitCheckout(member: Member, order: Awaited<ReturnType<typeof makeOrder>>) {
  const answer = await member.post('/api/purchases', order)
  const runsUntil = answer.body.code === 'price-changed' ? null : answer.body.data?.runsUntil
  return runsUntil ? member.post('/api/purchases', { ...order, runsUntil }) : answer
}

/**
 * Presses Pay.
 * @returns the purchase's id, the browser's client secret and the provider's payment id
 */
export async function startPaying(member: Member, packageId?: string, start?: Start, market?: Market) {
  const { status, body } = await submitCheckout(member, await makeOrder(member, packageId, start, market))
  if (status !== 200) throw new Error(`Starting to pay was answered with ${status} ${body.code}`)
  const clientSecret = body.data.clientSecret as string
  return { id: body.data.purchase.id as string, clientSecret, paymentIntentId: clientSecret.split('_secret')[0] ?? '' }
}

/** Presses Pay and pays. The provider has then confirmed the payment, but its webhook hasn't arrived yet. */
export async function payFor(app: TestApp, member: Member, packageId?: string, start?: Start) {
  const { id, clientSecret } = await startPaying(member, packageId, start)
  await app.pay(clientSecret)
  return id
}

/** The provider's payments for a purchase. */
export function paymentsAtProvider(app: TestApp, purchaseId: string) {
  type Intent = { id: string; status: string; amount: number; currency: string; metadata: { purchase_id?: string } }
  const intents = app.sandbox.objects('payment_intent', 1_000) as unknown as Intent[]
  return intents.filter(({ metadata }) => metadata.purchase_id === purchaseId)
}

/** Creates a payment as a different system would on the same provider account. */
export async function createForeignPayment(app: TestApp, values: Record<string, string>) {
  const payment = { amount: '11880', currency: 'gbp', 'allowed_payment_method_types[0]': 'card', ...values }
  return (await postToProvider(app, 'payment_intents', payment)) as { id: string; client_secret: string }
}

/** Changes something directly at the provider, as its dashboard would. */
export async function postToProvider(app: TestApp, path: string, values: Record<string, string> = {}) {
  const response = await fetch(`${app.sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.keys.secretKey}` },
    body: new URLSearchParams(values),
  })
  return response.json()
}

/** The member's purchases, oldest first. */
export function listPurchases(app: TestApp, member: { id: string }) {
  return app.rows('select * from purchase where member_id = $1 order by created_at', member.id)
}

export async function readPurchaseStatus(app: TestApp, id: string): Promise<string | undefined> {
  return (await app.rows('select status from purchase where id = $1', id))[0]?.status
}
