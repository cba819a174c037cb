import type { ReactNode } from 'react'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import type { SavedCard } from '../contract.ts'
import { describeCard } from '../rules.ts'

const OTHER = 'other'

type CardChoiceFieldProps = {
  cards: SavedCard[]
  isLoading?: boolean
  /** Null for another card. */
  cardId: string | null
  otherLabel: string
  isLocked: boolean
  onChoose: (cardId: string | null) => void
  /** The fields for another card. */
  children: ReactNode
}

/** The saved cards come first. Without any, there are only the card fields. */
export function CardChoiceField({
  cards,
  isLoading,
  cardId,
  otherLabel,
  isLocked,
  onChoose,
  children,
}: CardChoiceFieldProps) {
  return (
    <>
      {isLoading ? (
        <p className="flex min-h-12 items-center gap-3 text-muted">
          <Spinner /> Looking for your saved cards…
        </p>
      ) : null}
      {cards.length > 0 ? (
        <RadioGroup
          legend="Pay with"
          name="savedCard"
          value={cardId ?? OTHER}
          disabled={isLocked}
          isStacked
          choices={[...cards.map(toChoice), { value: OTHER, label: otherLabel }]}
          onChange={(value) => onChoose(value === OTHER ? null : value)}
        />
      ) : null}
      {/* Hidden, not removed: the library that also pays with saved cards loads here, and what was typed is kept. */}
      <div hidden={isLoading || cardId !== null} className={cards.length > 0 ? 'mt-2 grid gap-4' : 'grid gap-4'}>
        {children}
      </div>
    </>
  )
}

function toChoice(card: SavedCard) {
  const choice = { value: card.id, label: describeCard(card) }
  return card.isExpired ? { ...choice, disabled: true, hint: 'This card has expired. Choose another one.' } : choice
}
