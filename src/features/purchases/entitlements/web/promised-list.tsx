import type { OwnedLine } from '../contract.ts'

type PromisedListProps = { owned: { lines: OwnedLine[]; isUsable: boolean } }

/** Lists what a package promises and what is left of it, from the ledger. */
export function PromisedList({ owned: { lines, isUsable } }: PromisedListProps) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.key} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
          <span className="min-w-0 flex-1 basis-40">
            {line.title}
            {line.minutes ? <span className="text-muted">, {line.minutes} minutes</span> : null}
          </span>
          <span className="shrink-0 font-medium tabular-nums">{describeRemaining(line, isUsable)}</span>
        </li>
      ))}
    </ul>
  )
}

function describeRemaining({ kind, granted, left }: OwnedLine, isUsable: boolean): string {
  const amount = granted === null ? 'Unlimited' : `${left} of ${granted} left`
  return kind === 'session' && left !== 0 && !isUsable ? `${amount}, can’t be booked now` : amount
}
