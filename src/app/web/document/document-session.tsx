import type { ComponentType } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ImpersonationBanner } from '#features/accounts/impersonation/web/impersonation-banner.tsx'
import { followLogoutButtons } from '#features/accounts/web/log-out.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { Toasts } from '#platform/web/ui/toasts.tsx'
import { startSession } from '../start-session.ts'

let isStarted = false

/** Starts what a plain document needs only sometimes: toasts, logout, the banner of an impersonation. */
export function startDocumentSession(): void {
  if (isStarted) return
  isStarted = true
  followLogoutButtons()
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(
    <>
      <Toasts preloads={false} />
      {getPageImpersonation() ? <ImpersonationBanner /> : null}
    </>,
  )
  startSession()
}

export function hydrateIsland<Props extends object>(
  island: HTMLElement,
  Component: ComponentType<Props>,
  props: Props,
): void {
  hydrateRoot(island, <Component {...props} />)
}
