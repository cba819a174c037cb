import { useHydrated } from '../../hydration.ts'

/** Part of a form until hydration. The first-paint script's marks show it if that takes too long. */
export function SlowPageNote() {
  if (useHydrated()) return null
  return (
    <p role="alert" className="late-note rounded-md bg-warning-soft p-4">
      This page has not loaded completely, and nothing has been sent. Loading it again empties the form: please copy
      what you want to keep.{' '}
      <button type="button" data-reload="" className="link cursor-pointer font-medium">
        Load it again
      </button>
    </p>
  )
}
