import { useId } from 'react'
import type { LineProgress, PackageProgress } from '../contract.ts'
import { progressInWords } from '../rules/items.ts'

/** How far a package has come, line by line: "3 of 8 posts". */
export function ProgressPanel({ progress }: { progress: PackageProgress }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-6 border-t border-line pt-4">
      <h3 id={headingId} className="text-base font-semibold">
        What we make for you
      </h3>
      <ul className="mt-3 grid gap-3">
        {progress.lines.map((line) => (
          <Line key={line.lineKey} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line }: { line: LineProgress }) {
  const id = useId()
  const { delivered, promised, forApproval } = line
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span id={id} className="min-w-0 break-words tabular-nums">
          {progressInWords(line)}
        </span>
        <span className={forApproval > 0 ? 'font-medium text-warning' : 'text-muted'}>{standing(line)}</span>
      </p>
      <progress aria-labelledby={id} value={delivered} max={promised} className="progress-bar mt-1" />
    </li>
  )
}

function standing({ delivered, promised, forApproval }: LineProgress): string {
  if (forApproval > 0) return forApproval === 1 ? 'Waits for your approval' : `${forApproval} wait for your approval`
  return delivered === promised ? 'Delivered' : ''
}
