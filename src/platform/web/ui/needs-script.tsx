/** What works only with scripts says so where there are none. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="rounded-md bg-warning-soft p-4">
        This needs JavaScript. Please switch it on in your browser, then load the page again.
      </p>
    </noscript>
  )
}
