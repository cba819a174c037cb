import type Stripe from 'stripe'
import type { ProviderCard } from '../rules.ts'
import { toId } from './provider-subscription.ts'
import { type StripeRequest, undefinedOnCode } from './stripe-request.ts'

/** The cards that Stripe keeps for a customer. We store none of them. */
export function savedCardGateway(stripe: Stripe, request: StripeRequest) {
  return {
    /** Newest first, with the one that the customer has chosen. There are none if Stripe does not have the customer. */
    listCards: (customerId: string) => request('list saved cards', () => listCards(stripe, customerId)),

    /** @returns undefined if Stripe does not keep this card, or keeps it for another customer */
    findCard: (customerId: string, cardId: string) =>
      request('read a saved card', async () => {
        const method = await stripe.paymentMethods.retrieve(cardId).catch(undefinedOnCode('resource_missing'))
        return method && toId(method.customer) === customerId ? toProviderCard(method) : undefined
      }),

    /** @returns false if the card has just been removed */
    setCustomerCard: (customerId: string, cardId: string) =>
      request('choose a saved card', async () => {
        const updated = await stripe.customers
          .update(customerId, { invoice_settings: { default_payment_method: cardId } })
          .catch(undefinedOnCode('resource_missing'))
        return updated !== undefined
      }),

    removeCard: (cardId: string) => request('remove a saved card', () => removeMethod(stripe, cardId)),

    /** Removes everything that the customer could pay with. */
    removeAllCards: (customerId: string) =>
      request('remove all saved cards', async () => {
        const methods = await stripe.customers
          .listPaymentMethods(customerId, { limit: 100 })
          .autoPagingToArray({ limit: 1_000 })
          .catch(undefinedOnCode('resource_missing'))
        for (const { id } of methods ?? []) await removeMethod(stripe, id)
      }),

    /** @returns null if the subscription has no card or does not exist at Stripe */
    findSubscriptionCardId: (providerId: string) =>
      request('read the card of a subscription', async () => {
        const subscription = await stripe.subscriptions.retrieve(providerId).catch(undefinedOnCode('resource_missing'))
        return toId(subscription?.default_payment_method ?? null)
      }),
  }
}

async function listCards(stripe: Stripe, customerId: string) {
  const [methods, customer] = await Promise.all([
    stripe.customers
      .listPaymentMethods(customerId, { type: 'card', limit: 100 })
      .catch(undefinedOnCode('resource_missing')),
    stripe.customers.retrieve(customerId).catch(undefinedOnCode('resource_missing')),
  ])
  const cards = (methods?.data ?? []).flatMap((method) => toProviderCard(method) ?? [])
  const chosen = customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  return { cards, chosenId: toId(chosen) }
}

/** Does nothing if the card has been removed before. */
async function removeMethod(stripe: Stripe, id: string): Promise<void> {
  await stripe.paymentMethods.detach(id).catch(undefinedOnCode('payment_method_unexpected_state', 'resource_missing'))
}

function toProviderCard({ id, card, allow_redisplay }: Stripe.PaymentMethod): ProviderCard | undefined {
  return (
    card && {
      id,
      brand: card.brand,
      last4: card.last4,
      expiryMonth: card.exp_month,
      expiryYear: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      isOffered: allow_redisplay === 'always',
    }
  )
}
