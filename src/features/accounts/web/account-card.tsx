import type { ReactNode } from 'react'
import { Card } from '#platform/web/ui/card.tsx'

type AccountCardProps = {
  title: string
  /** A status next to the title. */
  badge?: ReactNode
  lead?: string
  /** For links to the card, which move the keyboard focus to it. */
  id?: string
  children: ReactNode
}

/** One topic of the member's account. All account pages share this layout. */
export function AccountCard({ title, badge, lead, id, children }: AccountCardProps) {
  return (
    <Card {...(id && { id, tabIndex: -1 })} className="outline-none">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl">{title}</h2>
        {badge}
      </div>
      {lead ? <p className="mt-1 text-muted">{lead}</p> : null}
      <div className="mt-6">{children}</div>
    </Card>
  )
}

type AccountCardsProps = { lead: string; left: ReactNode; right: ReactNode }

/** Two columns of cards. On narrow screens the left column comes first. */
export function AccountCards({ lead, left, right }: AccountCardsProps) {
  return (
    <>
      <p className="text-lg text-muted">{lead}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{left}</div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">{right}</div>
      </div>
    </>
  )
}
