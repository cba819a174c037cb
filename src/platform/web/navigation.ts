import { discardUnsaved } from './unsaved.ts'

/**
 * These pages have a different content policy, so entering and leaving them needs a full document load (PRODUCT D4).
 */
const pagesWithOwnPolicy = ['/checkout', '/confirmation']

export function needsFullLoad(path: string): boolean {
  return pagesWithOwnPolicy.some((start) => path === start || new RegExp(`^${start}[/?#]`).test(path))
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
