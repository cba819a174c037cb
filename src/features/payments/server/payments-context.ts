import type { FindUnstaffed } from '#features/catalogue/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { PaymentProvider } from '../stripe/server/stripe-gateway.ts'

/** Adds the payment provider to the context of payment use cases. */
export type PaymentsContext = Context & {
  provider: PaymentProvider
  /** For monitoring: the seconds between an event's creation at Stripe and its handling here. */
  onEventHandled?: ((seconds: number) => void) | undefined
}
export type PayingContext = MemberContext & { provider: PaymentProvider }
/** To sell a package, we also need to know which packages have no consultant. */
export type SellingContext = PayingContext & { findUnstaffed: FindUnstaffed }

/** The provider settings that the browser needs. */
export function publicProviderSettings({ mode, publishableKey, scriptUrl }: PaymentProvider) {
  return { mode, publishableKey, scriptUrl }
}
