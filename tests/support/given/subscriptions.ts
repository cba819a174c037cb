import type { Member, TestApp } from '../app/start-app.ts'
import { answerBankPage } from '../site/pay-as-browser.ts'
import { startPaying } from './checkout.ts'

/**
 * Buys MY FUTURE X and pays for it.
 * @returns our subscription's id and the provider's
 */
export async function subscribe(
  app: TestApp,
  member: Member,
  { card = 'tok_visa', start = 'today' as 'today' | 'later' } = {},
) {
  const { id: purchaseId, clientSecret } = await startPaying(member, 'my-future-pro', start)
  await app.pay(clientSecret, card)
  await app.settle()
  const [row] = await app.rows('select * from subscription where member_id = $1 and ended_at is null', member.id)
  return { id: row.id as string, providerId: row.provider_id as string, purchaseId }
}

/** A member who subscribes to MY FUTURE X. */
export async function newSubscriber(app: TestApp, options?: Parameters<typeof subscribe>[2]) {
  const member = await app.quickMember()
  return { member, ...(await subscribe(app, member, options)) }
}

/** Changes the subscription's card as the portal's page does. */
export async function changeCard(app: TestApp, member: Member, subscriptionId: string, card: string) {
  const path = `/api/subscriptions/${subscriptionId}/card`
  const cardChange = await member.post(path)
  if (cardChange.status !== 200) return cardChange
  const setup = await app.pay(cardChange.body.data.clientSecret, card)
  return member.send('PUT', path, { setupIntentId: setup.id })
}

/** Sets up a card for which the bank must approve the set-up and each later payment. */
export async function setUpBankCard(app: TestApp, member: Member, subscriptionId: string) {
  const path = `/api/subscriptions/${subscriptionId}/card`
  const { body } = await member.post(path)
  const setup = await app.pay(body.data.clientSecret, 'tok_authenticationRequired')
  await answerBankPage(setup, 'complete')
  const { status } = await member.send('PUT', path, { setupIntentId: setup.id })
  if (status !== 200) throw new Error(`The card was answered with ${status}`)
}

/** A member whose card was declined after a month, so a payment is due. */
export async function makePaymentDue(app: TestApp) {
  const { member, ...subscription } = await newSubscriber(app)
  await changeCard(app, member, subscription.id, 'tok_chargeCustomerFail')
  await app.jump({ days: 32 })
  return { ...subscription, member: await app.returning(member) }
}

/** The months that have been paid for, oldest first. */
export function listPaidMonths(app: TestApp, subscriptionId: string) {
  return app.rows(
    `select entitlement.starts_at, entitlement.ends_at, purchase.total, purchase.status, purchase.reference
     from purchase join entitlement on entitlement.purchase_id = purchase.id
     where subscription_id = $1 order by entitlement.starts_at`,
    subscriptionId,
  )
}

export async function subscriptionRow(app: TestApp, subscriptionId: string) {
  const [row] = await app.rows('select * from subscription where id = $1', subscriptionId)
  return row
}
