import { type PaymentMethod, paymentMethods } from '../payment-methods/payment-method.ts'
import { getCard } from '../payment-methods/test-cards.ts'
import type { Charge } from '../payments/charge.ts'
import type { Call } from '../wire/operation.ts'
import { disputes, isInquiry, newDispute } from './dispute.ts'
import { moveDisputedMoney } from './move-disputed-money.ts'

/** Some test cards complain as soon as they have paid. */
export function disputeAtOnce(call: Call, charge: Charge, method: PaymentMethod): void {
  const { brand, dispute: complaint } = getCard(call.objects.notesOf(paymentMethods, method.id).card)
  if (!complaint) return
  const dispute = call.objects.add(disputes, newDispute({ charge, brand, complaint, now: call.now }))
  call.objects.save<Charge>({ ...charge, disputed: true })
  call.announce('charge.dispute.created', dispute)
  if (isInquiry(dispute)) return
  call.announce('charge.dispute.funds_withdrawn', moveDisputedMoney(call, dispute, 'withdrawn'))
}
