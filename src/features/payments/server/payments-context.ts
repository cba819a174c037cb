import type { Context, MemberContext } from '#platform/server/context.ts'
import type { PaymentProvider } from './stripe-gateway.ts'

/** What use cases of payments are given besides: who takes the money. */
export type PaymentsContext = Context & {
  provider: PaymentProvider
  /** For whoever watches: how long after the provider made it an event was followed. */
  onEventHandled?: ((seconds: number) => void) | undefined
}
export type PayingContext = MemberContext & { provider: PaymentProvider }

/** What a browser has to know of the provider. */
export function inBrowser({ mode, publishableKey, scriptUrl }: PaymentProvider) {
  return { mode, publishableKey, scriptUrl }
}
