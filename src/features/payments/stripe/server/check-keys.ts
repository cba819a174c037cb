import { recordAction } from '#platform/server/audit/record-action.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import type { checkKeys as endpoint, KeyKind } from '../contract.ts'
import type { PaymentProvider } from './stripe-gateway.ts'

/** Checks the keys with a harmless read request that the site makes anyway. */
export async function checkKeys(context: PayingContext): Promise<ResponseOf<typeof endpoint>> {
  const { db, now, provider } = context
  if (provider.mode === 'sandbox') throw new Refused('no-keys')
  await provider.listMissedEvents(now())
  const kind = toKeyKind(provider)
  await recordAction(db, context, { action: 'payment-keys.checked', object: { kind: 'payment-keys', id: kind } })
  return { kind }
}

export function toKeyKind({ mode, isLive }: Pick<PaymentProvider, 'mode' | 'isLive'>): KeyKind {
  if (isLive) return 'live'
  return mode === 'stripe' ? 'test' : 'sandbox'
}
