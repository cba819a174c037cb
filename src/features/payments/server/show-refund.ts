import { minorUnits } from '#platform/shared/money.ts'
import type { Refund } from '../contract/refund.ts'
import type { StoredRefund } from './refund-store.ts'

/** A refund as people see it. */
export function showRefund({ id, kind, amount, currency, status, reason, requestedAt }: StoredRefund): Refund {
  return { id, kind, amount: minorUnits(amount), currency, status, reason, requestedAt: requestedAt.toISOString() }
}
