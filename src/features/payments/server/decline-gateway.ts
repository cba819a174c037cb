import Stripe from 'stripe'
import { subscriptionOf } from './event-gateway.ts'
import { type Ask, exceptWithCode } from './provider-gateway.ts'

/** What cards are tried on besides a payment of ours, and how to take it away. */
export type DeclineCalls = {
  /** @returns undefined where a payment is for no month of a subscription */
  findInvoiceOf: (paymentIntentId: string) => Promise<InvoiceOfPayment | undefined>
  /** Nobody can pay it any more, unless somebody did just before. */
  voidInvoice: (invoiceId: string) => Promise<void>
  /** @returns undefined where the provider knows no such event, or it tells of something else */
  findFailedSetup: (eventId: string) => Promise<string | undefined>
  /** Afterwards no card can be set up with it, unless one was just before. */
  cancelCardSetup: (setupIntentId: string) => Promise<void>
}

type InvoiceOfPayment = { id: string; isOpen: boolean; providerSubscriptionId: string }

export function declineCalls(stripe: Stripe, ask: Ask): DeclineCalls {
  return {
    findInvoiceOf: (paymentIntentId) =>
      ask('read what a payment is for', async () => {
        const wanted = { type: 'payment_intent' as const, payment_intent: paymentIntentId }
        const listed = await stripe.invoicePayments
          .list({ payment: wanted, limit: 1, expand: ['data.invoice'] })
          .catch(exceptWithCode('resource_missing'))
        return invoiceOf(listed?.data[0])
      }),

    voidInvoice: (invoiceId) =>
      ask('void an invoice', async () => {
        try {
          await stripe.invoices.voidInvoice(invoiceId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // The provider decides the race between paying and voiding: its refusal is an answer like its consent.
          const { status } = await stripe.invoices.retrieve(invoiceId)
          if (status === 'open') throw error
        }
      }),

    findFailedSetup: (eventId) =>
      ask('read which card was declined', async () => {
        const event = await stripe.events.retrieve(eventId).catch(exceptWithCode('resource_missing'))
        return event?.type === 'setup_intent.setup_failed' ? event.data.object.id : undefined
      }),

    cancelCardSetup: (setupIntentId) =>
      ask('take back that a card may be set up', async () => {
        await stripe.setupIntents
          .cancel(setupIntentId)
          .catch(exceptWithCode('setup_intent_unexpected_state', 'resource_missing'))
      }),
  }
}

function invoiceOf(payment: Stripe.InvoicePayment | undefined): InvoiceOfPayment | undefined {
  const invoice = payment?.invoice
  if (typeof invoice !== 'object' || 'deleted' in invoice) return undefined
  const providerSubscriptionId = subscriptionOf(invoice)
  return providerSubscriptionId === null
    ? undefined
    : { id: invoice.id, isOpen: invoice.status === 'open', providerSubscriptionId }
}
