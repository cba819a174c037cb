import { invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { type Dispute, type DisputeStatus, disputes, isClosed, isInquiry } from './dispute.ts'
import { moveDisputedMoney } from './move-disputed-money.ts'

export type Verdict = 'won' | 'lost'

/** The bank decides, whether or not the shop has answered. */
export function decideDispute(call: Call, id: string, verdict: Verdict): Dispute {
  const dispute = call.objects.get(disputes, id)
  requireOpen(dispute)
  return conclude(call, dispute, verdict)
}

/** An inquiry ends without money: it was never taken. */
export function conclude(call: Call, dispute: Dispute, verdict: Verdict): Dispute {
  if (isInquiry(dispute)) return close(call, dispute, 'warning_closed')
  if (verdict === 'lost') return close(call, dispute, 'lost')
  const repaid = moveDisputedMoney(call, dispute, 'reinstated')
  const won = close(call, { ...repaid, is_charge_refundable: true }, 'won')
  call.announce('charge.dispute.funds_reinstated', won)
  return won
}

function close(call: Call, dispute: Dispute, status: DisputeStatus): Dispute {
  const closed = call.objects.save<Dispute>({ ...dispute, status })
  call.announce('charge.dispute.closed', closed, { status: dispute.status })
  return closed
}

export function requireOpen(dispute: Dispute): void {
  if (!isClosed(dispute)) return
  throw invalidRequest('This dispute is already closed.')
}
