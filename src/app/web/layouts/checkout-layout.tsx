import { Outlet } from 'react-router'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import type { Route } from './+types/checkout-layout'
import { Brand } from './brand.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { brandName: (await context.get(serverCall)(getCompany)).brandName }
}

/** The name is there already, and a broken line must not take the news of a payment from the page. */
export function shouldRevalidate() {
  return false
}

/** Nothing to stray to while paying; every way out is a full load, since these pages have a policy of their own. */
export default function CheckoutLayout({ loaderData: { brandName } }: Route.ComponentProps) {
  return (
    <>
      <header className="bg-surface shadow-bar">
        <div className="container-page flex min-h-18 items-center py-2">
          <Brand name={brandName} reloadDocument />
        </div>
      </header>
      <main className="container-page pt-8 pb-20">
        <Outlet />
      </main>
    </>
  )
}
