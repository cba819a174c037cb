import type { Figure } from '../contract/figure.ts'
import { definitions } from '../rules/figures.ts'

/** A "?" in the corner of what it stands in, which leaves room for it; it opens what a figure means, beneath the title. */
export function MeaningPanel({ figures }: { figures: Figure[] }) {
  const names = figures.map((figure) => definitions[figure].title).join(', ')
  return (
    <details>
      <summary
        aria-label={`What this means: ${names}`}
        className="absolute top-0 right-0 grid size-7 cursor-pointer list-none place-items-center rounded-full border border-field text-sm font-semibold text-muted hover:bg-ground [&::-webkit-details-marker]:hidden"
      >
        ?
      </summary>
      <div className="-mr-10 mt-2 grid gap-2 text-sm text-muted">
        {figures.map((figure) => (
          <p key={figure}>
            {figures.length > 1 ? <strong className="font-medium">{definitions[figure].title}: </strong> : null}
            {definitions[figure].meaning}
          </p>
        ))}
      </div>
    </details>
  )
}
