import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type Call, listing, retrieval } from '../wire/operation.ts'
import { text } from '../wire/parameters.ts'

/** Money is available for payout after three days. */
const SETTLEMENT_SECONDS = 3 * 24 * 60 * 60

export type BalanceTransaction = ReturnType<typeof newBalanceTransaction>

export const balanceTransactions = objectKind<BalanceTransaction>({
  object: 'balance_transaction',
  label: 'balance transaction',
  expandable: ['source'],
})

interface Movement {
  /** An `adjustment` withdraws or reinstates a dispute's money. */
  type: 'adjustment' | 'charge' | 'refund' | 'refund_failure'
  /** The same as the type by default. */
  reporting_category?: string
  /** The charge, refund or dispute that moves the money. */
  source: string
  /** Negative if money leaves the account. */
  amount: number
  currency: string
  description: string | null
  fee?: { amount: number; description: string }
}

export function newBalanceTransaction({ fee, ...movement }: Movement, created: number) {
  const { amount, currency } = movement
  return {
    reporting_category: movement.type,
    ...movement,
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: created + SETTLEMENT_SECONDS,
    balance_type: 'payments',
    created,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency, type: 'stripe_fee' }] : [],
    net: amount - (fee?.amount ?? 0),
    status: 'pending',
  }
}

export function addBalanceTransaction(call: Call, movement: Movement): BalanceTransaction {
  return call.objects.add(balanceTransactions, newBalanceTransaction(movement, call.now))
}

export const balanceTransactionOperations = [
  retrieval('BalanceTransaction', '/v1/balance_transactions', balanceTransactions),
  listing('BalanceTransaction', '/v1/balance_transactions', balanceTransactions, {
    currency: text.optional(),
    source: text.optional(),
    type: text.optional(),
  }),
]
