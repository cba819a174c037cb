import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'

type PhoneDetailsProps = { heading: ReactNode; className?: string; summaryClass?: string; children: ReactNode }

/** What only some visitors read: on a phone it is folded under its heading, and everywhere else it is open. */
export function PhoneDetails({ heading, className, summaryClass, children }: PhoneDetailsProps) {
  return (
    <details className={classNames('phone-details group/fold', className)}>
      <summary
        className={classNames(
          'flex cursor-pointer list-none items-center justify-between gap-6 [&::-webkit-details-marker]:hidden',
          summaryClass,
        )}
      >
        {heading}
        <Plus
          aria-hidden="true"
          className="size-6 shrink-0 transition-transform group-open/fold:rotate-45 motion-reduce:transition-none print:hidden"
        />
      </summary>
      {children}
    </details>
  )
}
