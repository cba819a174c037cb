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
