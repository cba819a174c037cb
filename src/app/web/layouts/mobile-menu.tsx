import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { CloseDrawerButton } from './drawer.tsx'
import { SiteLink, SiteNavLink } from './site-link.tsx'

export const mobileMenuId = 'site-menu'

const entryClass =
  'block rounded-md px-3 py-3 font-medium hover:bg-ground aria-[current]:bg-primary-soft aria-[current]:font-semibold'

/** The menu on narrow screens is a popover at the right edge, opened by the top bar's button. */
export function MobileMenu({ logout }: { logout?: ReactNode }) {
  return (
    <nav data-drawer="" id={mobileMenuId} popover="auto" aria-label="Menu" className="site-drawer">
      <CloseDrawerButton drawerId={mobileMenuId} className="ml-auto" />
      <ul className="grid gap-1">
        <Entry to="/">Home</Entry>
        <ServicesEntry />
        <Entry to="/about">About Us</Entry>
        <Entry to="/contact">Contact</Entry>
      </ul>
      <hr className="my-4 border-line" />
      <ul className="grid gap-1 member:hidden">
        <Entry to="/login">Login / Sign Up</Entry>
      </ul>
      <ul className="grid gap-1 visitor:hidden">
        <Entry to="/portal/dashboard">Dashboard</Entry>
        <Entry to="/portal/profile">Profile</Entry>
        <Entry to="/portal/packages">My Packages</Entry>
        <Entry to="/portal/bookings">My Bookings</Entry>
        {logout ? <li>{logout}</li> : null}
      </ul>
      <hr className="my-4 border-line" />
      <ul className="grid">
        <MinorEntry to="/which-service">Which service is right for me?</MinorEntry>
        <MinorEntry to="/#prices">Prices</MinorEntry>
        <MinorEntry to="/samples">Samples</MinorEntry>
        <MinorEntry to="/guides">Guides</MinorEntry>
      </ul>
    </nav>
  )
}

function ServicesEntry() {
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-center justify-between rounded-md px-3 py-3 font-medium hover:bg-ground [&::-webkit-details-marker]:hidden">
          Services
          <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
        </summary>
        <ul className="ml-3 grid gap-1 border-l border-line pl-2">
          <Entry to="/services/my-future">MY FUTURE</Entry>
          <Entry to="/services/study-world">STUDY WORLD</Entry>
          <Entry to="/services/biz-future">BIZ FUTURE</Entry>
        </ul>
      </details>
    </li>
  )
}

function MinorEntry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <SiteLink
        to={to}
        className="flex min-h-11 items-center rounded-md px-3 py-1 text-[0.9375rem] leading-snug text-muted hover:bg-ground hover:text-ink"
      >
        {children}
      </SiteLink>
    </li>
  )
}

function Entry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <SiteNavLink to={to} end className={entryClass}>
        {children}
      </SiteNavLink>
    </li>
  )
}
