import { useMember } from '#features/accounts/web/public.tsx'
import { AccountCard } from '#features/accounts/web/public-account.tsx'
import { LazyPanel } from '#platform/web/ui/lazy-panel.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'

const loadPanel = () => import('./saved-cards-panel.tsx')

/** Part of the profile page, for members only: staff buy nothing. */
export default function SavedCardsSection() {
  if (useMember()?.role !== 'member') return null
  return (
    <AccountCard
      id="cards"
      title="Saved cards"
      lead="Pay with one press. Our payment provider keeps your cards: we never see the numbers."
    >
      <LazyPanel load={loadPanel} waiting={<Spinner label="Loading your cards" className="size-8" />}>
        {({ SavedCardsPanel }) => <SavedCardsPanel />}
      </LazyPanel>
    </AccountCard>
  )
}
