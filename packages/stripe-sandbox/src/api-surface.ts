import { advanceTestClock } from './clock/due-steps.ts'
import { testClockOperations, testClocks } from './clock/test-clock.ts'
import { couponOperations, coupons } from './coupons/coupon.ts'
import { customerOperations, customers } from './customers/customer.ts'
import { disputes } from './disputes/dispute.ts'
import { disputeOperations } from './disputes/dispute-operations.ts'
import { eventOperations, events } from './events/event.ts'
import type { EventType } from './events/event-types.ts'
import { payInvoice } from './invoices/collect-invoice.ts'
import { previewInvoice } from './invoices/create-invoice.ts'
import { invoiceOperations, invoices } from './invoices/invoice.ts'
import { invoicePaymentOperations, invoicePayments } from './invoices/invoice-payment.ts'
import { announceRequiredAction, recordFailedPayment, recordPayment, voidInvoice } from './invoices/settle-invoice.ts'
import { paymentMethods } from './payment-methods/payment-method.ts'
import { paymentMethodOperations } from './payment-methods/payment-method-operations.ts'
import { balanceTransactionOperations, balanceTransactions } from './payments/balance-transaction.ts'
import { chargeOperations, charges } from './payments/charge.ts'
import { paymentIntents } from './payments/payment-intent.ts'
import { paymentIntentOperations } from './payments/payment-intent-operations.ts'
import { priceOperations, prices } from './products/price.ts'
import { productOperations, products } from './products/product.ts'
import { taxRateOperations, taxRates } from './products/tax-rate.ts'
import { refundOperations, refunds } from './refunds/refund.ts'
import { setupIntents } from './setup-intents/setup-intent.ts'
import { setupIntentOperations } from './setup-intents/setup-intent-operations.ts'
import {
  followFailedInvoice,
  followPaidInvoice,
  followVoidedInvoice,
  forgetDetachedMethod,
} from './subscriptions/follow-invoice.ts'
import { subscriptions } from './subscriptions/subscription.ts'
import { subscriptionOperations } from './subscriptions/subscription-operations.ts'
import type { Call, Operation } from './wire/operation.ts'

/** All of the provider's operations. A new resource adds its kind and its operations here, and nowhere else. */
export const objectKinds = [
  customers,
  paymentMethods,
  paymentIntents,
  charges,
  balanceTransactions,
  products,
  prices,
  taxRates,
  coupons,
  subscriptions,
  invoices,
  invoicePayments,
  testClocks,
  refunds,
  disputes,
  setupIntents,
  events,
]

export const operations: Operation[] = [
  // Must come before the paths with an id, because `create_preview` would match as one.
  previewInvoice,
  ...customerOperations,
  ...paymentMethodOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...balanceTransactionOperations,
  ...refundOperations,
  ...disputeOperations,
  ...setupIntentOperations,
  ...eventOperations,
  ...productOperations,
  ...priceOperations,
  ...taxRateOperations,
  ...couponOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  payInvoice,
  voidInvoice,
  ...invoicePaymentOperations,
  ...testClockOperations,
  advanceTestClock,
]

/** How one resource reacts to an event on another, in the same transaction. `id` belongs to the event's object. */
export const reactions: Partial<Record<EventType, (call: Call, id: string) => void>> = {
  'payment_intent.succeeded': recordPayment,
  'payment_intent.payment_failed': recordFailedPayment,
  'payment_intent.requires_action': announceRequiredAction,
  'invoice.paid': followPaidInvoice,
  'invoice.payment_failed': followFailedInvoice,
  'invoice.voided': followVoidedInvoice,
  'payment_method.detached': forgetDetachedMethod,
}

export interface FoundOperation {
  operation: Operation
  /** What `{id}` stands for in the path, or an empty string. */
  id: string
}

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace('{id}', '([^/]+)')}$`),
}))

export function findOperation(method: string, path: string): FoundOperation | undefined {
  for (const { operation, pattern } of patterns) {
    const match = operation.method === method && pattern.exec(path)
    if (match) return { operation, id: match[1] ?? '' }
  }
  return undefined
}
