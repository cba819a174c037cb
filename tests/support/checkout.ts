import type { Member, TestApp } from './start-app.ts'

type Consents = { startNow: boolean; acknowledgeLoss: boolean }
type Market = 'uk' | 'international'
/** What the checkout page sends for a package as it is offered now. */
export async function orderOf(
  member: Member,
  packageId = 'my-future-basic',
  consents: Consents = { startNow: true, acknowledgeLoss: true },
  market: Market = 'uk',
) {
  const { body } = await member.get(`/api/quotes/${market}/${packageId}`)
  const { package: offered, price, consents: texts } = body.data
  return {
    packageId,
    packageVersion: offered.version,
    market,
    expectedTotal: price.total,
    consents: { version: texts.version, ...consents },
    buyer: buyerIn(market),
    isUnder18: false,
  }
}

/** A consumer; outside the United Kingdom with a country. */
export function buyerIn(market: Market) {
  const country = market === 'uk' ? null : 'US'
  return { kind: 'consumer' as 'consumer' | 'business', companyName: null, vatNumber: null, address: null, country }
}

/** Presses Pay, and once more after reading that the package is there already and when the next one starts. */
export async function pressPay(member: Member, order: Awaited<ReturnType<typeof orderOf>>) {
  const answer = await member.post('/api/purchases', order)
  const runsUntil = answer.body.code === 'price-changed' ? null : answer.body.data?.runsUntil
  return runsUntil ? member.post('/api/purchases', { ...order, runsUntil }) : answer
}

/** Presses Pay: the purchase, the secret for the browser, and the payment's id at the provider. */
export async function startPaying(member: Member, packageId?: string, consents?: Consents, market?: Market) {
  const { status, body } = await pressPay(member, await orderOf(member, packageId, consents, market))
  if (status !== 200) throw new Error(`Starting to pay was answered with ${status} ${body.code}`)
  const clientSecret = body.data.clientSecret as string
  return { id: body.data.purchase.id as string, clientSecret, paymentIntentId: clientSecret.split('_secret')[0] ?? '' }
}

/** From the pay button to a payment that the provider has confirmed, before anybody told us. */
export async function payFor(app: TestApp, member: Member, packageId?: string, consents?: Consents) {
  const { id, clientSecret } = await startPaying(member, packageId, consents)
  await app.pay(clientSecret)
  return id
}

/** The provider's own view of the payments of a purchase. */
export function paymentsAtProvider(app: TestApp, purchaseId: string) {
  type Intent = { id: string; status: string; amount: number; currency: string; metadata: { purchase_id?: string } }
  const intents = app.sandbox.objects('payment_intent', 1_000) as unknown as Intent[]
  return intents.filter(({ metadata }) => metadata.purchase_id === purchaseId)
}

/** A payment that somebody else makes on the same account of the provider. */
export async function createForeignPayment(app: TestApp, values: Record<string, string>) {
  const response = await fetch(`${app.sandbox.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.keys.secretKey}` },
    body: new URLSearchParams({
      amount: '11880',
      currency: 'gbp',
      'allowed_payment_method_types[0]': 'card',
      ...values,
    }),
  })
  return (await response.json()) as { id: string; client_secret: string }
}
