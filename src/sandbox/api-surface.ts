import { customers } from './customers/customer.ts'
import { customerOperations } from './customers/customer-operations.ts'
import { disputes } from './disputes/dispute.ts'
import { disputeOperations } from './disputes/dispute-operations.ts'
import { events } from './events/event.ts'
import { eventOperations } from './events/event-operations.ts'
import { paymentMethods } from './payment-methods/payment-method.ts'
import { paymentMethodOperations } from './payment-methods/payment-method-operations.ts'
import { balanceTransactionOperations, balanceTransactions } from './payments/balance-transaction.ts'
import { charges } from './payments/charge.ts'
import { chargeOperations } from './payments/charge-operations.ts'
import { paymentIntents } from './payments/payment-intent.ts'
import { paymentIntentOperations } from './payments/payment-intent-operations.ts'
import { refunds } from './refunds/refund.ts'
import { refundOperations } from './refunds/refund-operations.ts'
import { setupIntents } from './setup-intents/setup-intent.ts'
import { setupIntentOperations } from './setup-intents/setup-intent-operations.ts'
import type { Operation } from './wire/operation.ts'

/** Everything the provider can do. A new resource adds its kind and its operations here, and nowhere else. */
export const objectKinds = [
  customers,
  paymentMethods,
  paymentIntents,
  charges,
  balanceTransactions,
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
]

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
