import { type ReactNode, useId } from 'react'
import { Card } from '#platform/web/ui/card.tsx'

/** A titled part of the page of one deliverable. */
export function ItemSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Card>
        <h3 id={id} className="mb-4 text-xl">
          {title}
        </h3>
        {children}
      </Card>
    </section>
  )
}
