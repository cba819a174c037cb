import { listMemberSubscriptions } from '#features/purchases/server/public.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hasTooManyDeclines } from '../../server/card-rate-limit.ts'
import { withStripeCustomer } from '../../server/customers.ts'
import { type PayingContext, publicProviderSettings } from '../../server/payments-context.ts'
import { findCustomerId } from '../../server/store.ts'
import type { ProviderCard } from '../../stripe/rules.ts'
import { isRenewing } from '../../subscriptions/rules.ts'
import type * as contract from '../contract.ts'
import type { SavedCard } from '../contract.ts'
import { isExpired, listCopies, type PaidByCard, toSavedCards } from '../rules.ts'

/** Each call queries Stripe. The checkout lists the cards whenever it is opened and after a failed payment. */
const listRateLimit: RateLimit = { name: 'list-cards', attempts: 300, seconds: 900 }

const changeRateLimit: RateLimit = { name: 'change-card', attempts: 30, seconds: 900 }

/** Limits card testing: no payment ties a setup to an address, so the address is counted here. */
const setupRateLimit: RateLimit = { name: 'start-card-setup', attempts: 30, seconds: 900 }
const setupAddressRateLimit: RateLimit = { name: 'start-card-setup-address', attempts: 60, seconds: 900 }

export async function listCards(context: PayingContext): Promise<SavedCard[]> {
  await context.limits.count(listRateLimit, context.actor.memberId)
  return readCards(context)
}

async function readCards(context: PayingContext): Promise<SavedCard[]> {
  const customerId = await findCustomer(context)
  if (!customerId) return []
  const [{ cards, chosenId }, subscriptions] = await Promise.all([
    context.provider.listCards(customerId),
    listPaidByCard(context),
  ])
  return toSavedCards(cards, { chosenId, subscriptions, now: context.now() })
}

function findCustomer({ db, actor, provider }: PayingContext): Promise<string | undefined> {
  return findCustomerId(db, actor.memberId, provider.mode)
}

/** The member's subscriptions that will be charged again. */
async function listPaidByCard({ db, actor, provider }: PayingContext): Promise<PaidByCard[]> {
  const subscriptions = await listMemberSubscriptions(db, actor.memberId)
  const running = subscriptions.filter(
    ({ paymentMode, ...subscription }) => paymentMode === provider.mode && isRenewing(subscription),
  )
  return Promise.all(
    running.map(async ({ id, title, providerId }) => ({
      id,
      title,
      cardId: providerId && (await provider.findSubscriptionCardId(providerId)),
    })),
  )
}

/** Starts saving a card. The browser sets it up with Stripe, so its number never reaches us. */
export async function startCardSetup(
  context: PayingContext,
  address: string,
): Promise<ResponseOf<typeof contract.startCardSetup>> {
  const { actor, limits, provider } = context
  await limits.count(setupRateLimit, actor.memberId)
  await limits.count(setupAddressRateLimit, addressKey(address))
  if (await hasTooManyDeclines(context, actor.memberId, addressKey(address))) throw new Refused('cards-declined')
  const { clientSecret } = await withStripeCustomer(context, async (customerId) => {
    const secret = await provider.createCardSetup({ customerId, subscriptionId: null })
    return secret === undefined ? undefined : { clientSecret: secret }
  })
  return { clientSecret, provider: publicProviderSettings(provider) }
}

export async function setDefaultCard(context: PayingContext, cardId: string): Promise<SavedCard[]> {
  await context.limits.count(changeRateLimit, context.actor.memberId)
  const { customerId, card } = await getUsableCard(context, cardId)
  if (!(await context.provider.setCustomerCard(customerId, card.id))) throw new Refused('card-not-found')
  return readCards(context)
}

/**
 * Loads a card that the member wants to pay with. Another member's card is treated as not found, as is one that they
 * have not chosen to keep.
 */
export async function getUsableCard(
  context: PayingContext,
  cardId: string,
): Promise<{ customerId: string; card: ProviderCard }> {
  const customerId = await findCustomer(context)
  const card = customerId === undefined ? undefined : await context.provider.findCard(customerId, cardId)
  if (!customerId || !card?.isOffered) throw new Refused('card-not-found')
  if (isExpired(card, context.now())) throw new Refused('card-expired')
  return { customerId, card }
}

/** Removes every copy of the card, so that none remains that the member can't see. */
export async function removeCard(context: PayingContext, cardId: string): Promise<SavedCard[]> {
  const { actor, limits, provider } = context
  await limits.count(changeRateLimit, actor.memberId)
  const customerId = await findCustomer(context)
  const copies = customerId ? listCopies((await provider.listCards(customerId)).cards, cardId) : []
  if (copies.length === 0) throw new Refused('card-not-found')
  const isUsed = (await listPaidByCard(context)).some((paid) => copies.some(({ id }) => id === paid.cardId))
  if (isUsed) throw new Refused('card-in-use')
  for (const { id } of copies) await provider.removeCard(id)
  return readCards(context)
}
