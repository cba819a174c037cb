/**
 * Marks the link of the sample page that the visitor is reading, and turns pages with the arrow keys, Home and End
 * while a link has focus.
 */
export function followSamplePages(): void {
  const list = document.querySelector<HTMLElement>('[data-page-list]')
  if (!list) return
  const links = [...list.querySelectorAll('a')]
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => !entry.isIntersecting)) unmark(links, `#${target.id}`)
      const entry = entries.find(({ isIntersecting }) => isIntersecting)
      if (entry) markCurrent(links, `#${entry.target.id}`)
    },
    // Only the middle of the window counts.
    { rootMargin: '-45% 0px -45% 0px' },
  )
  for (const { hash } of links) {
    const page = document.querySelector(hash)
    if (page) observer.observe(page)
  }
  list.addEventListener('keydown', (event) => turnPages(event, links))
}

function markCurrent(links: HTMLAnchorElement[], hash: string) {
  for (const link of links) {
    if (link.hash === hash) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

/** Above the first page and below the last one, no page is current. */
function unmark(links: HTMLAnchorElement[], hash: string) {
  links.find((link) => link.hash === hash)?.removeAttribute('aria-current')
}

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

function turnPages(event: KeyboardEvent, links: HTMLAnchorElement[]) {
  const step = steps[event.key]
  const index = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (!step || index === -1) return
  event.preventDefault()
  const link = links[step(index, links.length - 1)]
  link?.focus()
  document.querySelector(link?.hash ?? '')?.scrollIntoView()
}
