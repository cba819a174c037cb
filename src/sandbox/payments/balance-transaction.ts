import { z } from 'zod'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { operation } from '../wire/operation.ts'
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
  type: 'charge'
}

export const balanceTransactions = objectKind<BalanceTransaction>({
  object: 'balance_transaction',
  label: 'balance transaction',
  expandable: ['source'],
})

export function newBalanceTransaction({ id, amount, currency, created, description }: Charge): BalanceTransaction {
  const fee = feeFor(amount, currency)
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: created + SETTLEMENT_SECONDS,
    balance_type: 'payments',
    created,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: [{ amount: fee, application: null, currency, description: 'Processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: 'charge',
    source: id,
    status: 'pending',
    type: 'charge',
  }
}

export const retrieveBalanceTransaction = operation({
  name: 'BalanceTransaction.retrieve',
  method: 'GET',
  path: '/v1/balance_transactions/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(balanceTransactions, id),
})
