import { classNames } from './class-names.ts'
import { NoScriptNote } from './no-script-note.tsx'

type SpinnerProps = {
  /** Read by screen readers. Leave it out if the text next to the spinner says the same. */
  label?: string
  className?: string
}

export function Spinner({ label, className = 'size-5' }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex noscript:hidden">
      <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" className={classNames('animate-spin', className)}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}

/** Fills the screen before a guarded page or a first load. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-screen place-items-center px-5 text-secondary-ink">
      <Spinner label={label} className="size-10" />
      <NoScriptNote />
    </div>
  )
}
