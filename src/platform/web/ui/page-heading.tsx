import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type PageHeadingProps = {
  /** The page's only h1. */
  title: string
  lead?: ReactNode
  /** Buttons next to the title. */
  actions?: ReactNode
  className?: string
}

export function PageHeading({ title, lead, actions, className }: PageHeadingProps) {
  return (
    <div className={classNames('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <div className="min-w-0 max-w-prose">
        <h1 className="text-3xl wrap-break-word sm:text-4xl">{title}</h1>
        {lead ? <p className="mt-3 text-lg wrap-break-word text-muted">{lead}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
    </div>
  )
}
