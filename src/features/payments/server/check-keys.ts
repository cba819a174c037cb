import { recordAction } from '#platform/server/record-action.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { checkKeys as endpoint, KeyKind } from '../contract/key-check.ts'
import type { PayingContext } from './payments-context.ts'
import type { PaymentProvider } from './stripe-gateway.ts'

/** Reads something that the site reads anyway, and that is nothing to most: it costs nothing and changes nothing. */
export async function checkKeys(context: PayingContext): Promise<ResponseOf<typeof endpoint>> {
  const { db, now, provider } = context
  await provider.listMissedEvents(now())
  const kind = kindOfKeys(provider)
  await recordAction(db, context, { action: 'payment-keys.checked', object: { kind: 'payment-keys', id: kind } })
  return { kind }
}

export function kindOfKeys({ mode, isLive }: Pick<PaymentProvider, 'mode' | 'isLive'>): KeyKind {
  if (isLive) return 'live'
  return mode === 'stripe' ? 'test' : 'sandbox'
}
