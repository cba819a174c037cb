import { balanceTransactions, newBalanceTransaction } from '../payments/balance-transaction.ts'
import type { Call } from '../wire/operation.ts'
import type { Dispute } from './dispute.ts'

/** What the provider keeps for its trouble, also when the shop wins. */
const DISPUTE_FEE = { amount: 2000, description: 'Dispute fee' }

/** The bank takes the money when it hears the complaint, and gives it back when it finds the shop right. */
export function moveDisputedMoney(call: Call, dispute: Dispute, direction: 'withdrawn' | 'reinstated'): Dispute {
  const isWithdrawal = direction === 'withdrawn'
  const movement = newBalanceTransaction({
    type: 'adjustment',
    reportingCategory: isWithdrawal ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    amount: isWithdrawal ? -dispute.amount : dispute.amount,
    currency: dispute.currency,
    created: call.now,
    description: `Chargeback ${isWithdrawal ? 'withdrawal' : 'reversal'} for ${dispute.charge}`,
    ...(isWithdrawal ? { fee: DISPUTE_FEE } : {}),
  })
  call.objects.add(balanceTransactions, movement)
  return call.objects.save<Dispute>({
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, movement],
  })
}
