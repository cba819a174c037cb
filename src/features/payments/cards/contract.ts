import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ProviderSettings, tooManyDeclined } from '../subscriptions/contract.ts'

/** A card that the payment provider keeps for the member. We store nothing of it. */
export const SavedCard = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
  isExpired: z.boolean(),
  /** True for the card that the checkout preselects. */
  isDefault: z.boolean(),
  /** True if the member chose to keep it, so that the checkout offers it. False for a card that is kept for a subscription only. */
  isOffered: z.boolean(),
  /** The running subscriptions that it pays for. Until they have another card, it can't be removed. */
  subscriptions: z.array(z.object({ id: z.uuid(), title: z.string() })),
})
export type SavedCard = z.infer<typeof SavedCard>

/** Stripe's id for a card. It is used only if the card is one of the member's own. */
export const CardId = z.string().regex(/^[\w-]{1,255}$/, 'Choose a card')

const params = z.strictObject({ cardId: CardId })

/** Reasons why a card cannot pay. */
export const cardRefusals = {
  'card-not-found': { status: 404, message: 'This card is no longer saved. Choose another card, or enter one.' },
  'card-expired': 'This card has expired. Choose another card, or enter one.',
} as const

const providerRefusal = {
  'provider-unavailable': { status: 503, message: 'We can’t reach our payment provider. Try again in a minute.' },
} as const

export const listCards = endpoint('GET /api/cards', {
  summary: 'List the member’s saved cards, the default first, on one page',
  access: 'member',
  response: z.array(SavedCard),
  refusals: providerRefusal,
})

export const startCardSetup = endpoint('POST /api/cards', {
  summary: 'Start saving a card and return the client secret with which the browser sets it up',
  access: 'member',
  response: z.object({ clientSecret: z.string(), provider: ProviderSettings }),
  refusals: { ...providerRefusal, 'cards-declined': tooManyDeclined },
})

export const setDefaultCard = endpoint('PUT /api/cards/:cardId/default', {
  summary: 'Choose the saved card that the checkout preselects',
  access: 'member',
  params,
  response: z.array(SavedCard),
  message: 'Default card changed.',
  refusals: { ...providerRefusal, ...cardRefusals },
})

export const removeCard = endpoint('DELETE /api/cards/:cardId', {
  summary: 'Remove a saved card at the payment provider',
  access: 'member',
  params,
  response: z.array(SavedCard),
  message: 'Card removed.',
  refusals: {
    ...providerRefusal,
    'card-not-found': { status: 404, message: 'This card has already been removed.' },
    'card-in-use': 'A subscription pays with this card. Choose another card for the subscription first.',
  },
})
