import { discardUnsaved } from './unsaved.ts'

/** The pages that the router shows without loading a document. */
const routedPages =
  /^\/(?:portal|admin|profile|login|register|forgot-password|reset-password|verify-email|undo-email|guardian|unsubscribe)(?:[/?#]|$)/

/**
 * True for public pages, which are plain documents without React, and for the checkout, which has a different content
 * policy (PRODUCT D4).
 */
export function needsFullLoad(path: string): boolean {
  return !routedPages.test(path)
}

/** Lets the browser itself follow links to pages that the router cannot show. */
export function loadDocumentsByLink(): void {
  // The router listens on the document, so it never sees an event that is stopped here.
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || link.origin !== window.location.origin) return
      const isOnThisPage = link.pathname === window.location.pathname && link.search === window.location.search
      if (!isOnThisPage && needsFullLoad(link.pathname)) event.stopPropagation()
    },
    { capture: true },
  )
}

/** Skips the question about unsaved changes, because the user has already been asked or has no choice. */
export function loadPage(address: string): void {
  discardUnsaved()
  window.location.assign(address)
}

/** Like `loadPage`, but removes the current page from the history. */
export function replacePage(address: string): void {
  discardUnsaved()
  window.location.replace(address)
}

export function reloadPage(): void {
  discardUnsaved()
  window.location.reload()
}
