import { Outlet } from 'react-router'
import { serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/checkout-layout'
import { loadFrame, PublicFrame } from './public-frame.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return loadFrame(context.get(serverCall))
}

/** Never reloads, because the frame does not change, and a failed reload must not replace the outcome of a payment. */
export function shouldRevalidate() {
  return false
}

/** Every link out of the checkout loads a full page, because these pages have a different content policy. */
export default function CheckoutLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PublicFrame frame={loaderData} mainClass="container-page min-h-[75svh] pt-[calc(72px+2rem)] pb-20">
      <Outlet />
    </PublicFrame>
  )
}
