import { testClocks } from './clock/test-clock.ts'
import { testClockOperations } from './clock/test-clock-operations.ts'
import { customers } from './customers/customer.ts'
import { customerOperations } from './customers/customer-operations.ts'
import { disputes } from './disputes/dispute.ts'
import { disputeOperations } from './disputes/dispute-operations.ts'
import { type EventType, events } from './events/event.ts'
import { eventOperations } from './events/event-operations.ts'
import { invoices } from './invoices/invoice.ts'
import { invoiceOperations } from './invoices/invoice-operations.ts'
import { invoicePayments } from './invoices/invoice-payment.ts'
import { askForInvoice, failInvoice, payInvoice } from './invoices/settle-invoice.ts'
import { paymentMethods } from './payment-methods/payment-method.ts'
import { paymentMethodOperations } from './payment-methods/payment-method-operations.ts'
import { balanceTransactionOperations, balanceTransactions } from './payments/balance-transaction.ts'
import { charges } from './payments/charge.ts'
import { chargeOperations } from './payments/charge-operations.ts'
import { paymentIntents } from './payments/payment-intent.ts'
import { paymentIntentOperations } from './payments/payment-intent-operations.ts'
import { prices } from './products/price.ts'
import { priceOperations } from './products/price-operations.ts'
import { products } from './products/product.ts'
import { productOperations } from './products/product-operations.ts'
import { taxRates } from './products/tax-rate.ts'
import { taxRateOperations } from './products/tax-rate-operations.ts'
import { refunds } from './refunds/refund.ts'
import { refundOperations } from './refunds/refund-operations.ts'
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

/** Everything the provider can do. A new resource adds its kind and its operations here, and nowhere else. */
export const objectKinds = [
  customers,
  paymentMethods,
  paymentIntents,
  charges,
  balanceTransactions,
  products,
  prices,
  taxRates,
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
  ...subscriptionOperations,
  ...invoiceOperations,
  ...testClockOperations,
]

/** What one resource does about an event of another, in the same transaction; it is given the id of the event's object. */
export const reactions: Partial<Record<EventType, (call: Call, id: string) => void>> = {
  'payment_intent.succeeded': payInvoice,
  'payment_intent.payment_failed': failInvoice,
  'payment_intent.requires_action': askForInvoice,
  'invoice.paid': followPaidInvoice,
  'invoice.payment_failed': followFailedInvoice,
  'invoice.voided': followVoidedInvoice,
  'payment_method.detached': forgetDetachedMethod,
}

export interface FoundOperation {
  operation: Operation
  /** The `{id}` of the address, empty where there is none. */
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
