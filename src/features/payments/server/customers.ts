import type { Queue } from '#platform/server/jobs/jobs.ts'
import { fullName } from '#platform/shared/person-name.ts'
import type { PayingContext, PaymentsContext } from './payments-context.ts'
import { findCustomerId, saveCustomer } from './store.ts'

/**
 * Calls Stripe with the member's customer id. Creates the customer if it does not exist there, for example after a
 * switch to another Stripe account.
 * @param call returns undefined if the customer does not exist at Stripe
 */
export async function withStripeCustomer<Result extends object>(
  context: PayingContext,
  call: (customerId: string) => Promise<Result | undefined>,
): Promise<Result> {
  const { db, actor, provider } = context
  const storedId = await findCustomerId(db, actor.memberId, provider.mode)
  const result = storedId && (await call(storedId))
  if (result) return result
  const customerId = await createCustomer(context)
  const created = await call(customerId)
  if (!created) throw new Error(`Customer ${customerId} not found at provider after creation`)
  return created
}

async function createCustomer(context: PayingContext): Promise<string> {
  const { db, actor, provider } = context
  const { firstName, lastName, email } = actor.user
  const customerId = await provider.createCustomer({ id: actor.memberId, name: fullName(firstName, lastName), email })
  await saveCustomer(db, actor.memberId, provider.mode, customerId)
  return customerId
}

export const anonymiseCustomerQueue: Queue<{ customerId: string; mode: string }> = {
  name: 'anonymise-customer',
  retryDelay: 30,
  retryLimit: 100,
}

/** Stripe keeps the payments to meet its own legal duties, but without the name, the address and the saved cards. */
export async function anonymiseCustomer(
  { provider }: PaymentsContext,
  { customerId, mode }: { customerId: string; mode: string },
): Promise<void> {
  // We have no connection to a provider that we no longer use.
  if (mode !== provider.mode) return
  await provider.removeAllCards(customerId)
  await provider.anonymiseCustomer(customerId)
}
