import type { StoredPurchase } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { convergePurchase } from './converge-purchase.ts'
import { findOrigin } from './origin-store.ts'
import type { PaymentsContext } from './payments-context.ts'

// PAYMENTS §7.2, 34: whoever tries stolen cards one after the other is stopped, whatever account they use.

const byMember: Limit = { name: 'declined-card-member', attempts: 20, seconds: 900 }
const byAddress: Limit = { name: 'declined-card-address', attempts: 20, seconds: 900 }

/** A bank said no. After too many the payment is taken away as well: its browser could go on without asking us. */
export async function countDeclinedCard(context: PaymentsContext, purchase: StoredPurchase): Promise<void> {
  const { db, limits, provider } = context
  const address = await findOrigin(db, purchase.id)
  const isOver = [
    await limits.note(byMember, purchase.memberId),
    address !== undefined && (await limits.note(byAddress, address)),
  ].some(Boolean)
  if (!isOver || !purchase.paymentIntentId) return
  await provider.cancelPayment(purchase.paymentIntentId)
  await convergePurchase(context, purchase.id)
}

/** Has this member, or anybody at this address, had too many cards declined within a quarter of an hour? */
export async function hasTooManyDeclines({ limits }: Context, memberId: MemberId, address: string): Promise<boolean> {
  return (await limits.isUsedUp(byMember, memberId)) || (await limits.isUsedUp(byAddress, address))
}
