import { Outlet, useLocation } from 'react-router'
import { documentScript, serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/document-layout'
import { loadFrame, PublicFrame } from './public-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { frame: await loadFrame(context.get(serverCall)), script: context.get(documentScript) }
}

/** Tells the root layout that these pages are plain documents. */
export const handle = { isDocument: true }

/** Public pages that React renders on the server only. `document/start-document.ts` is their script. */
export default function DocumentLayout({ loaderData }: Route.ComponentProps) {
  // On the home page, the bar overlaps the hero; on every other page, the content begins below the bar.
  const isHome = useLocation().pathname === '/'
  return (
    <PublicFrame frame={loaderData.frame} mainClass={isHome ? undefined : 'min-h-[75svh] pt-[max(72px,3rem)]'}>
      <Outlet />
    </PublicFrame>
  )
}
