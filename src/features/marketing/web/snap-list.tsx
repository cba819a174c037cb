import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'

type SnapListProps = { label: string; className?: string; children: ReactNode }

/** In a narrow window its list is one row that scrolls sideways from edge to edge, so that the page is shorter. */
export function SnapList({ label, className, children }: SnapListProps) {
  return (
    <section
      aria-label={label}
      data-row
      className={classNames(
        'narrow:mx-[calc(-1*var(--page-gutter))] narrow:snap-x narrow:scroll-px-(--page-gutter) narrow:overflow-x-auto narrow:px-(--page-gutter) narrow:pb-2',
        className,
      )}
    >
      {children}
    </section>
  )
}
