import type { Charge } from '../payments/charge.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/operation.ts'
import { disputes } from './dispute.ts'

/** Money that the bank has taken, or may still take, is not given back a second time. */
export function requireNotDisputed(call: Call, charge: Charge): void {
  const { data } = call.objects.list(disputes, { limit: 1, where: { charge: charge.id } })
  if (data.every((dispute) => dispute.is_charge_refundable)) return
  throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
}
