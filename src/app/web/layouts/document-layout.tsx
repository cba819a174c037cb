import { Outlet, useLocation } from 'react-router'
import { serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/document-layout'
import { loadFrame, PublicFrame } from './public-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return loadFrame(context.get(serverCall))
}

/** Tells the root layout that these pages are plain documents. */
export const handle = { isDocument: true }

/** Public pages that React renders on the server only. `document/start-document.ts` is their script. */
export default function DocumentLayout({ loaderData }: Route.ComponentProps) {
  // On the home page, the bar overlaps the hero; on every other page, the content begins below the bar.
  const isHome = useLocation().pathname === '/'
  return (
    <PublicFrame frame={loaderData} mainClass={isHome ? undefined : 'min-h-[75svh] pt-[max(72px,3rem)]'}>
      <Outlet />
    </PublicFrame>
  )
}
