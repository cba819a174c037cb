import { Outlet, useLocation } from 'react-router'
import { serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/public-layout'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { loadFrame, PublicFrame } from './public-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return loadFrame(context.get(serverCall))
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  useFocusOnNavigation()
  // On the home page, the bar overlaps the hero; on every other page, the content begins below the bar.
  const isHome = useLocation().pathname === '/'
  return (
    <PublicFrame frame={loaderData} mainClass={isHome ? undefined : 'min-h-[75svh] pt-[max(72px,3rem)]'}>
      <Outlet />
    </PublicFrame>
  )
}
