import { Outlet } from 'react-router'
import { serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/public-layout'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { loadFrame, PublicFrame } from './public-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return loadFrame(context.get(serverCall))
}

/** Public pages that need React, such as the login. */
export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  useFocusOnNavigation()
  return (
    <PublicFrame frame={loaderData} mainClass="min-h-[75svh] pt-[max(72px,3rem)]">
      <Outlet />
    </PublicFrame>
  )
}
