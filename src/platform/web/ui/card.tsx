import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

/** A card with a title. With an `id`, links can lead to it and focus it. */
export function TitledCard({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <section aria-labelledby={titleId}>
      <Card>
        <h3 id={titleId} tabIndex={id ? -1 : undefined} className="mb-4 text-xl wrap-break-word focus:outline-none">
          {title}
        </h3>
        {children}
      </Card>
    </section>
  )
}

type CardProps = ComponentProps<'div'> & {
  /** 'none' if a picture or table reaches the card's edges. */
  padding?: 'normal' | 'none'
}

export function Card({ padding = 'normal', className, ...div }: CardProps) {
  return (
    <div
      {...div}
      className={classNames(
        'rounded-md border border-line bg-surface shadow-card',
        // Leaves room for large text on a phone.
        padding === 'normal' && 'p-[min(1.5rem,6.5vw)] sm:p-8',
        className,
      )}
    />
  )
}

type FactProps = { name: string; children: ReactNode }

/** An entry in a `<dl>` with its name above. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** An entry in a `<dl>` with its name on the left, as on a bill. */
export function FactLine({ name, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
