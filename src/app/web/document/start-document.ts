import { followSamplePages } from '#features/marketing/samples/web/follow-pages.ts'
import { followRows } from '#features/marketing/web/follow-rows.ts'
import { FLASH_KEY, LOGOUT_KEY, safeSessionStorage } from '#platform/web/browser-storage.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { rotateCarousels } from '#platform/web/ui/rotate-carousels.ts'
import { followIslands } from './islands.ts'
import { loadStyles } from './load-styles.ts'
import { followMenus } from './menus.ts'

// The script of public pages, which are plain documents. Everything larger loads when it is needed.

// In development the components of islands look for these, which the router's pages have.
if (import.meta.env.DEV)
  Object.assign(window, {
    __vite_plugin_react_preamble_installed__: true,
    $RefreshReg$: () => {},
    $RefreshSig$: () => (type: unknown) => type,
  })

followMenus()
rotateCarousels()
followSamplePages()
followRows()
followIslands()
document.addEventListener('click', openFilmInDialog)
document.addEventListener('click', prepareLogout)
window.addEventListener('storage', forgetDrafts)
if (safeSessionStorage.read(FLASH_KEY) || getPageImpersonation()) void startSession()

async function startSession(): Promise<void> {
  const [{ startDocumentSession }] = await Promise.all([import('./document-session.tsx'), loadStyles()])
  startDocumentSession()
}

/** The link leads to the film's file if the dialog cannot load. */
function openFilmInDialog(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-film]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  Promise.all([import('#features/marketing/video/web/video-dialog.tsx'), loadStyles()]).then(
    ([{ openFilm }]) => openFilm(link),
    () => window.location.assign(link.href),
  )
}

/** Loads what logging out needs and repeats the click, which `followLogoutButtons` then handles. */
function prepareLogout({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>('[data-logout]')
  if (!button) return
  document.removeEventListener('click', prepareLogout)
  startSession().then(
    () => button.click(),
    () => document.addEventListener('click', prepareLogout),
  )
}

/** A logout in another tab also deletes this tab's drafts. */
function forgetDrafts({ key }: StorageEvent): void {
  if (key === LOGOUT_KEY) safeSessionStorage.clear()
}
