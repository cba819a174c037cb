import { useHydrated } from '../../hydration.ts'

/** Part of a form until hydration. The first-paint script's marks reveal it if hydration takes too long. */
export function SlowPageNote() {
  if (useHydrated()) return null
  return (
    <p role="alert" className="late-note rounded-md bg-warning-soft p-4">
      This page hasn’t fully loaded, and nothing has been sent. Reloading will clear this form, so copy anything you
      want to keep.{' '}
      <button type="button" data-reload="" className="link cursor-pointer font-medium">
        Reload the page
      </button>
    </p>
  )
}
