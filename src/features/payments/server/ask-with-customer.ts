import { getMe } from '#features/accounts/server/public.ts'
import type { PayingContext } from './payments-context.ts'
import { findCustomerId, saveCustomer } from './store.ts'

/**
 * Asks the provider for something that belongs to the member's customer there, who is made where the provider does not
 * know them yet, or not any more: keys of another account, a customer that was deleted.
 * @param ask gives undefined for a customer that is not known
 */
export async function askWithCustomer<Answer extends object>(
  context: PayingContext,
  ask: (customerId: string) => Promise<Answer | undefined>,
): Promise<Answer> {
  const { db, actor, provider } = context
  const known = await findCustomerId(db, actor.memberId, provider.mode)
  const answer = known && (await ask(known))
  if (answer) return answer
  const customerId = await createCustomer(context)
  const created = await ask(customerId)
  if (!created) throw new Error(`The provider does not know the customer ${customerId} that it just made`)
  return created
}

async function createCustomer(context: PayingContext): Promise<string> {
  const { db, actor, provider } = context
  const { firstName, lastName, email } = await getMe(context)
  const customerId = await provider.createCustomer({ id: actor.memberId, name: `${firstName} ${lastName}`, email })
  await saveCustomer(db, actor.memberId, provider.mode, customerId)
  return customerId
}
