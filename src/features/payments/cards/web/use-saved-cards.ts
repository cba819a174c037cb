import { useCallback, useEffect, useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { listCards, type SavedCard } from '../contract.ts'

type SavedCardsSettings = {
  isMember: boolean
  /** True if the buyer has begun to pay in another way. */
  prefersOther: boolean
  isPaying: boolean
}

/** The saved cards that the checkout offers, and the one that is chosen. */
export function useSavedCards({ isMember, prefersOther, isPaying }: SavedCardsSettings) {
  const [cards, setCards] = useState<SavedCard[] | null>(isMember ? null : [])
  const { choice, cardId, choose } = useCardChoice(cards ?? [], isMember && !prefersOther)

  const load = useCallback(async () => {
    const listed = await attempt(listCards)
    // Without the list, the buyer can still enter a card.
    setCards((current) => (listed.state === 'done' ? listed.value.filter(isOffered) : (current ?? [])))
  }, [])
  useEffect(() => {
    if (isMember) void load()
  }, [isMember, load])

  // The card may have been removed in another tab, which the server has then said.
  const wasPaying = useRef(false)
  useEffect(() => {
    if (wasPaying.current && !isPaying && choice) void load()
    wasPaying.current = isPaying
  }, [isPaying, choice, load])

  return { cards: cards ?? [], isLoading: cards === null, cardId, choose }
}

const isOffered = (card: SavedCard) => card.isOffered

/**
 * The chosen card, or null for another one. A card that disappears is never replaced by one that the buyer has not
 * chosen.
 * @param preselects whether the default card is chosen once the cards are known
 */
export function useCardChoice(cards: SavedCard[], preselects: boolean) {
  const [choice, choose] = useState<string | null | undefined>(preselects ? undefined : null)
  const preselected = cards.find(({ isDefault }) => isDefault)?.id
  if (choice === undefined && preselected) choose(preselected)
  const isUsable = cards.some(({ id, isExpired }) => id === choice && !isExpired)
  return { choice, cardId: isUsable && choice ? choice : null, choose }
}
