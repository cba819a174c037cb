/** Shown without JavaScript in place of anything that needs JavaScript. */
export function NoScriptNote() {
  return (
    <noscript>
      <p className="rounded-md bg-warning-soft p-4">
        This part of the page needs JavaScript. Turn it on in your browser, then reload the page.
      </p>
    </noscript>
  )
}
