import { setFlashMessage } from '#platform/web/flash-message.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { loadPage } from '#platform/web/navigation.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { leaveSafely } from '#platform/web/unsaved.ts'

/** Makes every logout button of the page work, also those of plain documents. @see LogoutButton */
export function followLogoutButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[data-logout]')
    if (!button || button.hasAttribute('aria-disabled')) return
    leaveSafely(async () => {
      button.setAttribute('aria-disabled', 'true')
      await logOutAndGoHome()
      button.removeAttribute('aria-disabled')
    })
  })
}

/** Ends the session and loads the home page from the server, so that nothing private stays in memory. */
export async function logOutAndGoHome(): Promise<void> {
  // In a tab used for impersonation, only the impersonation ends.
  if (getPageImpersonation()) {
    await import('../impersonation/web/impersonation-banner.tsx').then(({ returnToBackOffice }) => returnToBackOffice())
    return
  }
  // Loaded on demand, because most visits do not need it. After a login it is already loaded.
  const outcome = await import('../sessions/web/queries.ts').then(
    ({ logOut }) => logOut(),
    () =>
      ({ state: 'failed', message: 'We couldn’t reach the server, so you’re still logged in. Try again.' }) as const,
  )
  if (outcome.state === 'failed') notify.error(outcome.message)
  if (outcome.state !== 'done') return
  setFlashMessage({ tone: 'success', text: outcome.message })
  loadPage('/')
}
