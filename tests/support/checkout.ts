import type { TestApp } from './start-app.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

/** What the checkout page sends for a package as it is offered now. */
export async function orderOf(
  member: Member,
  packageId = 'my-future-basic',
  consents = { startNow: true, acknowledgeLoss: true },
) {
  const { body } = await member.get(`/api/quotes/uk/${packageId}`)
  const { package: offered, price, consents: texts } = body.data
  return {
    packageId,
    packageVersion: offered.version,
    market: 'uk',
    expectedTotal: price.total,
    consents: { version: texts.version, ...consents },
  }
}

/** From the pay button to a payment that the provider has confirmed, before anybody told us. */
export async function payFor(
  app: TestApp,
  member: Member,
  packageId?: string,
  consents?: { startNow: boolean; acknowledgeLoss: boolean },
) {
  const { body } = await member.post('/api/purchases', await orderOf(member, packageId, consents))
  await app.pay(body.data.clientSecret)
  return body.data.purchase.id as string
}
