import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'

type SectionHeadingProps = {
  /** The section's name, in small type above the title. */
  name: string
  title: ReactNode
  lead?: ReactNode
  /** Fills the width of its container. */
  wide?: boolean
  className?: string
}

/** A single h2 with the section's name and title. */
export function SectionHeading({ name, title, lead, wide, className }: SectionHeadingProps) {
  return (
    <div className={classNames(!wide && 'max-w-prose', className)}>
      <h2>
        <span className="block text-base font-semibold tracking-normal text-primary-ink">{name}</span>{' '}
        <span className="mt-1 block text-2xl leading-tight sm:mt-3 sm:text-[2.5rem] sm:leading-[1.15]">{title}</span>
      </h2>
      {lead ? <p className="mt-3 text-muted sm:mt-5 sm:text-lg">{lead}</p> : null}
    </div>
  )
}
