import { LazyPanel } from '#platform/web/ui/lazy-panel.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'

const loadPanel = () => import('./saved-cards-panel.tsx')

/** Part of the profile page. */
export default function SavedCardsSection() {
  return (
    <LazyPanel load={loadPanel} waiting={<Spinner label="Loading your cards" className="size-8" />}>
      {({ SavedCardsPanel }) => <SavedCardsPanel />}
    </LazyPanel>
  )
}
