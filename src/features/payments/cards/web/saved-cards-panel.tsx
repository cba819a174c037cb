import { CreditCard } from 'lucide-react'
import { useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { useKeepLostFocus } from '#platform/web/ui/focus.ts'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { listCards, removeCard, type SavedCard, setDefaultCard } from '../contract.ts'
import { formatExpiry, nameCard } from '../rules.ts'

/** The member's saved cards, which the provider keeps. */
export function SavedCardsPanel() {
  const { found, show, reload } = useLoaded(listCards)
  if (found.state === 'loading') return <Spinner label="Loading your cards" className="size-8" />
  if (found.state === 'failed') return <LoadFailed message={found.message} onRetry={reload} />
  return <CardList cards={found.value} onChange={show} reload={reload} />
}

type CardListProps = { cards: SavedCard[]; onChange: (cards: SavedCard[]) => void; reload: () => Promise<void> }

function CardList({ cards, onChange, reload }: CardListProps) {
  const [removing, setRemoving] = useState<SavedCard>()
  const list = useRef<HTMLDivElement>(null)
  useKeepLostFocus(list, cards.map(({ id, isDefault }) => `${id} ${isDefault}`).join())
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {cards.length > 0 ? (
        <ul className="-mt-4 divide-y divide-line">
          {cards.map((card) => (
            <CardRow key={card.id} card={card} onChange={onChange} reload={reload} onRemove={() => setRemoving(card)} />
          ))}
        </ul>
      ) : (
        <p className="flex items-start gap-4">
          <CreditCard aria-hidden="true" className="size-7 shrink-0 text-secondary-ink" />
          No cards yet. Tick “Save this card for next time” when you pay, or add one here.
        </p>
      )}
      <ButtonLink to="/checkout/new-card" reloadDocument variant="secondary" className="mt-5">
        Add a card
      </ButtonLink>
      {removing ? (
        <RemovalDialog card={removing} onChange={onChange} reload={reload} onClose={() => setRemoving(undefined)} />
      ) : null}
    </div>
  )
}

type CardRowProps = Omit<CardListProps, 'cards'> & { card: SavedCard; onRemove: () => void }

function CardRow({ card, onChange, reload, onRemove }: CardRowProps) {
  const { id, isDefault, isExpired, isOffered, subscriptions } = card
  const name = nameCard(card)
  const { isBusy, run } = useAction({
    toast: 'both',
    reload: (ending) => (ending.state === 'failed' ? reload() : undefined),
  })
  const makeDefault = () => run(() => attempt(setDefaultCard, { params: { cardId: id } }), onChange)
  return (
    <li className="grid gap-3 py-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {name}
          {isDefault ? <Badge tone="success">Default</Badge> : null}
          {isExpired ? <Badge tone="warning">Expired</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          {isExpired ? 'Expired' : 'Expires'} {formatExpiry(card)}
          {isOffered ? null : '. Not offered when you pay for something else.'}
        </p>
        {subscriptions.map(({ id: subscriptionId, title }) => (
          <p key={subscriptionId} className="mt-1 text-sm">
            Pays for {title}. To remove it, choose another card for {title} first.
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        {isOffered && !isDefault && !isExpired ? (
          <Button
            variant="quiet"
            size="small"
            busy={isBusy}
            aria-label={`Set ${name} as default`}
            onClick={makeDefault}
          >
            Set as default
          </Button>
        ) : null}
        {subscriptions.map(({ id: subscriptionId, title }) => (
          <ButtonLink
            key={subscriptionId}
            to={`/checkout/card?subscription=${subscriptionId}`}
            reloadDocument
            variant="quiet"
            size="small"
          >
            Choose another card <span className="sr-only">for {title}</span>
          </ButtonLink>
        ))}
        {subscriptions.length === 0 ? (
          <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        ) : null}
      </div>
    </li>
  )
}

type RemovalDialogProps = Omit<CardListProps, 'cards'> & { card: SavedCard; onClose: () => void }

function RemovalDialog({ card, onChange, reload, onClose }: RemovalDialogProps) {
  // The card may have been removed in another tab, or a subscription may use it by now.
  const action = useAction({
    toast: 'success',
    reload: (ending) => (ending.state === 'failed' ? reload() : undefined),
  })
  const remove = () =>
    action.run(
      () => attempt(removeCard, { params: { cardId: card.id } }),
      (cards) => {
        onClose()
        onChange(cards)
      },
    )
  return (
    <ConfirmDialog
      title="Remove this card?"
      act="Remove card"
      busyLabel="Removing…"
      variant="danger"
      keep="Keep card"
      action={action}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        You’ll no longer be able to pay with <span className="font-medium">{nameCard(card)}</span> without typing it
        again. Refunds still go back to it.
      </p>
    </ConfirmDialog>
  )
}
