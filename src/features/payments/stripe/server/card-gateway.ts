import Stripe from 'stripe'
import { findSubscriptionId } from './event-gateway.ts'
import { type StripeRequest, undefinedOnCode } from './stripe-request.ts'

type PaymentInvoice = { id: string; isOpen: boolean; providerSubscriptionId: string }

/** Finds and cancels the subscription invoices and card setups for which a card was declined. */
export function cardGateway(stripe: Stripe, request: StripeRequest) {
  return {
    /** @returns undefined if the payment does not belong to a subscription's invoice */
    findPaymentInvoice: (paymentIntentId: string) =>
      request('find the invoice of a payment', async () => {
        const payment = { type: 'payment_intent' as const, payment_intent: paymentIntentId }
        const payments = await stripe.invoicePayments
          .list({ payment, limit: 1, expand: ['data.invoice'] })
          .catch(undefinedOnCode('resource_missing'))
        return toPaymentInvoice(payments?.data[0])
      }),

    /** The invoice cannot be paid after this, but it may have been paid just before. */
    voidInvoice: (invoiceId: string) =>
      request('void an invoice', async () => {
        try {
          await stripe.invoices.voidInvoice(invoiceId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // If the invoice is paid at the same moment, Stripe decides which comes first, so a refusal is a valid
          // result.
          const { status } = await stripe.invoices.retrieve(invoiceId)
          if (status === 'open') throw error
        }
      }),

    /** @returns undefined if the event does not exist at Stripe or has another type */
    findFailedSetup: (eventId: string) =>
      request('read a declined card setup', async () => {
        const event = await stripe.events.retrieve(eventId).catch(undefinedOnCode('resource_missing'))
        return event?.type === 'setup_intent.setup_failed' ? event.data.object.id : undefined
      }),

    /** No card can be set up with it after this, but one may have been set up just before. */
    cancelCardSetup: (setupIntentId: string) =>
      request('cancel a card setup', async () => {
        await stripe.setupIntents
          .cancel(setupIntentId)
          .catch(undefinedOnCode('setup_intent_unexpected_state', 'resource_missing'))
      }),
  }
}

function toPaymentInvoice(payment: Stripe.InvoicePayment | undefined): PaymentInvoice | undefined {
  const invoice = payment?.invoice
  if (typeof invoice !== 'object' || 'deleted' in invoice) return undefined
  const providerSubscriptionId = findSubscriptionId(invoice)
  return providerSubscriptionId === null
    ? undefined
    : { id: invoice.id, isOpen: invoice.status === 'open', providerSubscriptionId }
}
