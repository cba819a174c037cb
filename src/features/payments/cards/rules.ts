import type { ProviderCard } from '../stripe/rules.ts'
import type { SavedCard } from './contract.ts'

/** A running subscription, and Stripe's id for the card that is charged each month. */
export type PaidByCard = { id: string; title: string; cardId: string | null }

type CardUse = {
  /** The card that the member has chosen, if any. */
  chosenId: string | null
  subscriptions: PaidByCard[]
  now: Date
}

/**
 * The cards to show, from those that Stripe keeps (newest first). Stripe keeps a card again each time its number is
 * entered; the member sees it once, as entered last.
 */
export function toSavedCards(cards: ProviderCard[], { chosenId, subscriptions, now }: CardUse): SavedCard[] {
  const groups = Map.groupBy(cards, ({ fingerprint, id }) => fingerprint ?? id)
  const shown = [...groups.values()].map((copies) => toSavedCard(copies, subscriptions, now))
  const usable = shown.filter(({ isOffered, isExpired }) => isOffered && !isExpired)
  const chosen = chosenId === null ? [] : listCopies(cards, chosenId)
  const preselected = usable.find(({ id }) => chosen.some((copy) => copy.id === id)) ?? usable[0]
  return shown
    .map((card) => ({ ...card, isDefault: card === preselected }))
    .toSorted((left, right) => Number(right.isDefault) - Number(left.isDefault))
}

function toSavedCard(copies: ProviderCard[], subscriptions: PaidByCard[], now: Date): SavedCard {
  const [newest] = copies
  const card = copies.find(({ isOffered }) => isOffered) ?? newest
  if (!card) throw new Error('A card has no copies')
  const { fingerprint: _, ...details } = card
  return {
    ...details,
    isExpired: isExpired(card, now),
    isDefault: false,
    subscriptions: subscriptions
      .filter(({ cardId }) => copies.some(({ id }) => id === cardId))
      .map(({ id, title }) => ({ id, title })),
  }
}

/** Every copy of this card that Stripe keeps; none if Stripe does not keep it. */
export function listCopies(cards: ProviderCard[], cardId: string): ProviderCard[] {
  const card = cards.find(({ id }) => id === cardId)
  if (!card) return []
  return cards.filter(
    ({ id, fingerprint }) => id === cardId || (fingerprint !== null && fingerprint === card.fingerprint),
  )
}

/** A card can be used until the end of the month that is printed on it. */
export function isExpired(
  { expiryYear, expiryMonth }: Pick<ProviderCard, 'expiryYear' | 'expiryMonth'>,
  now: Date,
): boolean {
  return now.getTime() >= Date.UTC(expiryYear, expiryMonth)
}

/** For example "Visa ending 4242, expires 04/29". */
export function describeCard({
  isExpired: hasExpired,
  ...card
}: Omit<SavedCard, 'id' | 'isDefault' | 'isOffered' | 'subscriptions'>): string {
  return `${nameCard(card)}, ${hasExpired ? 'expired' : 'expires'} ${formatExpiry(card)}`
}

/** For example "Visa ending 4242". */
export function nameCard({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string {
  return `${brandNames[brand] ?? 'Card'} ending ${last4}`
}

/** As printed on the card: "04/29". */
export function formatExpiry({ expiryMonth, expiryYear }: Pick<SavedCard, 'expiryMonth' | 'expiryYear'>): string {
  return `${String(expiryMonth).padStart(2, '0')}/${String(expiryYear % 100).padStart(2, '0')}`
}

const brandNames: Partial<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}
