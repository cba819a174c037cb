import type { ComponentType } from 'react'
import { loadStyles } from './load-styles.ts'

/** The parts of public pages that need scripts, by the name that their `Island` has. */
const islands: Record<string, () => Promise<ComponentType<never>>> = {
  'contact-form': () => import('#features/contact/form/web/contact-form.tsx').then((form) => form.ContactForm),
  'complaint-form': () => import('#features/contact/form/web/complaint-form.tsx').then((form) => form.ComplaintForm),
}

/** Anything that a visitor may do first with a form. */
const firstUses = ['focusin', 'pointerdown', 'pointerover']

/** Loads each island when it is first used: immediately if it is in use already, or if the address has its parameter. */
export function followIslands(): void {
  const query = new URLSearchParams(window.location.search)
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) {
    const isInUse = island.matches(':focus-within, :hover, :has([data-pressed])')
    if (isInUse || query.has(island.dataset.parameter ?? '')) void startIsland(island)
    else waitForUse(island)
  }
}

function waitForUse(island: HTMLElement): void {
  const controller = new AbortController()
  const start = () => {
    controller.abort()
    void startIsland(island)
  }
  for (const event of firstUses) island.addEventListener(event, start, { signal: controller.signal })
}

async function startIsland(island: HTMLElement): Promise<void> {
  try {
    const [{ startDocumentSession, hydrateIsland }, component] = await Promise.all([
      import('./document-session.tsx'),
      islands[island.dataset.island ?? '']?.(),
      loadStyles(),
    ])
    startDocumentSession()
    if (component) hydrateIsland(island, component, JSON.parse(island.dataset.props ?? '{}') as never)
  } catch {
    // Shows the note about a page that has not loaded. The next use tries again.
    document.documentElement.setAttribute('data-late', '')
    waitForUse(island)
  }
}
