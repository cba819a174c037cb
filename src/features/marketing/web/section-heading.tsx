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
        <span className="mt-3 block text-3xl leading-[1.15] sm:text-[2.5rem]">{title}</span>
      </h2>
      {lead ? <p className="mt-5 text-lg text-muted">{lead}</p> : null}
    </div>
  )
}
