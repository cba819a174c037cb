import type { OwnedLine } from '../contract.ts'

/** What a package promises, and what of it is left, as far as the ledger knows. */
export function PromisedLines({ lines }: { lines: OwnedLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.key} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
          <span className="min-w-0 flex-1 basis-40">
            {line.title}
            {line.minutes ? <span className="text-muted">, {line.minutes} minutes</span> : null}
          </span>
          <span className="shrink-0 font-medium tabular-nums">{leftInWords(line)}</span>
        </li>
      ))}
    </ul>
  )
}

function leftInWords({ granted, left }: OwnedLine): string {
  return granted === null ? 'Unlimited' : `${left} of ${granted} left`
}
