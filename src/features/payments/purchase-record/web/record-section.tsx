import { type ReactNode, useId } from 'react'
import { Card } from '#platform/web/ui/card.tsx'

export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <Card className="h-full">
        <h2 id={titleId} className="mb-4 text-xl">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  )
}

/** A list of names and values. Items without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className="sm:contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

type RecordLine = { key: string; title: ReactNode; amount?: ReactNode; details: ReactNode }

/** A section with a list: what happened, an amount on the right, and details below. */
export function ListSection({ title, emptyText, lines }: { title: string; emptyText: string; lines: RecordLine[] }) {
  return (
    <RecordSection title={title}>
      {lines.length === 0 ? (
        <p className="text-muted">{emptyText}</p>
      ) : (
        <ul className="-my-3 divide-y divide-line">
          {lines.map(({ key, title, amount, details }) => (
            <li key={key} className="grid gap-1 py-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
                {amount === undefined ? null : <span className="shrink-0 tabular-nums">{amount}</span>}
              </p>
              <p className="text-sm text-muted wrap-anywhere">{details}</p>
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  )
}
