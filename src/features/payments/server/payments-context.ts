import type { FindUnstaffed } from '#features/catalogue/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { PaymentProvider } from '../stripe/server/stripe-gateway.ts'

/** Adds the payment provider to the context of payment use cases. */
export type PaymentsContext = Context & {
  provider: PaymentProvider
  /** Monitoring hook: seconds between the creation of an event at Stripe and its handling. */
  onEventHandled?: ((seconds: number) => void) | undefined
}
export type PayingContext = MemberContext & { provider: PaymentProvider }
/** Sales also need to find the packages without a consultant. */
export type SellingContext = PayingContext & { findUnstaffed: FindUnstaffed }

/** The provider settings that the browser needs. */
export function publicProviderSettings({ mode, publishableKey, scriptUrl }: PaymentProvider) {
  return { mode, publishableKey, scriptUrl }
}
