/** Shown without JavaScript in place of anything that needs it. */
export function NoScriptNote() {
  return (
    <noscript>
      <p className="rounded-md bg-warning-soft p-4">
        This needs JavaScript. Please switch it on in your browser, then load the page again.
      </p>
    </noscript>
  )
}
