import { z } from 'zod'
import { newId } from '../wire/identifiers.ts'
import { listPage } from '../wire/list-page.ts'
import { objectKind } from '../wire/object-kind.ts'
import { operation } from '../wire/operation.ts'
import { paging, text } from '../wire/parameter-types.ts'
import { feeFor } from './amounts.ts'
import type { Charge } from './charge.ts'

/** Money is available for payout after some days, as with the provider. */
const SETTLEMENT_SECONDS = 3 * 24 * 60 * 60

export interface BalanceTransaction {
  id: string
  object: 'balance_transaction'
  amount: number
  available_on: number
  balance_type: 'payments'
  created: number
  currency: string
  description: string | null
  exchange_rate: null
  fee: number
  fee_details: { amount: number; application: null; currency: string; description: string; type: string }[]
  net: number
  reporting_category: string
  source: string
  status: 'available' | 'pending'
  type: MovementType
}

/** `adjustment` is what a dispute takes and gives back. */
type MovementType = 'adjustment' | 'charge' | 'refund' | 'refund_failure'

export const balanceTransactions = objectKind<BalanceTransaction>({
  object: 'balance_transaction',
  label: 'balance transaction',
  expandable: ['source'],
})

interface Movement {
  type: MovementType
  reportingCategory: string
  /** The charge, refund or dispute that moves the money. */
  source: string
  /** Negative when money leaves the account. */
  amount: number
  currency: string
  created: number
  description: string | null
  fee?: { amount: number; description: string }
}

export function newBalanceTransaction(movement: Movement): BalanceTransaction {
  const { type, amount, currency, created, fee } = movement
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + SETTLEMENT_SECONDS,
    balance_type: 'payments',
    created,
    currency,
    description: movement.description,
    exchange_rate: null,
    fee: fee?.amount ?? 0,
    fee_details: fee ? [{ ...fee, application: null, currency, type: 'stripe_fee' }] : [],
    net: amount - (fee?.amount ?? 0),
    reporting_category: movement.reportingCategory,
    source: movement.source,
    status: 'pending',
    type,
  }
}

export function movementOfCharge({ id, amount, currency, created, description }: Charge): BalanceTransaction {
  return newBalanceTransaction({
    type: 'charge',
    reportingCategory: 'charge',
    source: id,
    amount,
    currency,
    created,
    description,
    fee: { amount: feeFor(amount, currency), description: 'Processing fees' },
  })
}

const retrieveBalanceTransaction = operation({
  name: 'BalanceTransaction.retrieve',
  method: 'GET',
  path: '/v1/balance_transactions/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(balanceTransactions, id),
})

const listBalanceTransactions = operation({
  name: 'BalanceTransaction.list',
  method: 'GET',
  path: '/v1/balance_transactions',
  parameters: z.strictObject({
    ...paging,
    currency: text.optional(),
    source: text.optional(),
    type: text.optional(),
  }),
  run: (call, { currency, source, type, ...page }) =>
    listPage(
      '/v1/balance_transactions',
      call.objects.list(balanceTransactions, { ...page, where: { currency, source, type } }),
    ),
})

export const balanceTransactionOperations = [retrieveBalanceTransaction, listBalanceTransactions]
