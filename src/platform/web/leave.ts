/** Pages with a content policy of their own are entered and left by a full document load (PRODUCT D4). */
const ownPolicy = ['/checkout', '/confirmation']

export function needsFullLoad(path: string): boolean {
  return ownPolicy.some((start) => path === start || new RegExp(`^${start}[/?#]`).test(path))
}

export function loadPage(address: string): void {
  window.location.assign(address)
}

/** As `loadPage`, without leaving the present page in the history. */
export function replacePage(address: string): void {
  window.location.replace(address)
}

export function reloadPage(): void {
  window.location.reload()
}
