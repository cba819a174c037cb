import { type Buyer, consumer } from '#features/payments/contract/buyer.ts'
import * as payments from '#features/payments/contract.ts'
import type { Actor } from './act-as.ts'
import type { Stage } from './open-stage.ts'

type Order = {
  packageId: string
  market: 'uk' | 'international'
  /** A token of the sandbox: which of its cards. */
  card: string
  /** Without it the package starts on day 15 (PRODUCT D19). */
  startsNow: boolean
  buyer: Buyer
}

/** From the checkout to a package that is active, or to a payment that its card has declined. @returns its id */
export async function buyPackage(
  stage: Stage,
  member: Actor,
  {
    packageId,
    market = 'uk',
    card = 'tok_visa',
    startsNow = true,
    buyer = consumer,
  }: Pick<Order, 'packageId'> & Partial<Order>,
): Promise<string> {
  const quote = await member.ask(payments.getMemberQuote, { params: { market, packageId } })
  const { purchase, clientSecret } = await member.ask(payments.startPurchase, {
    body: {
      packageId,
      packageVersion: quote.package.version,
      market,
      expectedTotal: quote.price.total,
      consents: { version: quote.consents.version, startNow: startsNow, acknowledgeLoss: startsNow },
      buyer,
      isUnder18: quote.asksForAge ? false : null,
    },
  })
  await stage.confirmCard(clientSecret, card)
  await stage.settle()
  return purchase.id
}
