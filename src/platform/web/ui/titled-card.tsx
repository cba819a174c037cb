import { type ReactNode, useId } from 'react'
import { Card } from './card.tsx'

/** A titled part of a page on a sheet of its own. An id of its own is for addresses that lead there. */
export function TitledCard({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <section aria-labelledby={titleId}>
      <Card>
        <h3 id={titleId} className="mb-4 text-xl">
          {title}
        </h3>
        {children}
      </Card>
    </section>
  )
}
