import type { PaymentsContext } from './payments-context.ts'

/** Work of `forgetCustomerJob`: payments stay at the provider, as its own law wants, without name and address of ours. */
export async function forgetCustomer(
  { provider }: PaymentsContext,
  { customerId, mode }: { customerId: string; mode: string },
): Promise<void> {
  // With a provider that we have left there is nobody to ask.
  if (mode === provider.mode) await provider.forgetCustomer(customerId)
}
