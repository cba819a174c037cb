import './layouts.css'
import type { ReactNode } from 'react'
import { LogoutButton } from '#features/accounts/web/public.tsx'
import { type Company, getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import type { ServerCall } from '#platform/web/server-call.ts'
import { Footer } from './footer.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'

type Frame = { company: Company; hasConsultants: boolean; year: string }

export async function loadFrame(call: ServerCall): Promise<Frame> {
  const [company, consultants] = await Promise.all([call(getCompany), call(listConsultants)])
  return { company, hasConsultants: consultants.length > 0, year: londonYear() }
}

/** Uses the server's year, because the page must not differ between server rendering and hydration. */
function londonYear(): string {
  return new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: 'Europe/London' }).format(new Date())
}

const logoutClass =
  'block w-full cursor-pointer rounded-sm px-3 py-2 text-left font-medium hover:bg-ground aria-disabled:opacity-60'

/** The top bar and footer of every public page, including the checkout (PRODUCT D15). */
export function PublicFrame({
  frame: { company, hasConsultants, year },
  mainClass,
  children,
}: {
  frame: Frame
  mainClass: string | undefined
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      <TopBar brandName={company.brandName} logout={<LogoutButton className={logoutClass} />} />
      <MobileMenu logout={<LogoutButton className={logoutClass} />} />
      <main id="main" tabIndex={-1} className={mainClass}>
        {children}
      </main>
      <Footer company={company} hasConsultants={hasConsultants} year={year} />
    </>
  )
}
