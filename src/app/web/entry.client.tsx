import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { followLogoutButtons } from '#features/accounts/web/log-out.ts'
import { followMenus } from './document/menus.ts'
import { startSession } from './start-session.ts'

startSession()
followMenus()
followLogoutButtons()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
