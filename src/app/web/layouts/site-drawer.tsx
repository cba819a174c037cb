import { ChevronDown, X } from 'lucide-react'
import { type FocusEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { NavLink } from 'react-router'

export const drawerId = 'site-menu'

const entryClass =
  'block rounded-md px-3 py-2.5 font-medium hover:bg-ground aria-[current]:bg-primary-soft aria-[current]:font-semibold'

/** The menu of narrow screens: a popover at the right edge, opened by the top bar's button. */
export function SiteDrawer({ logout }: { logout?: ReactNode }) {
  const drawer = useRef<HTMLElement>(null)

  const closeOnChoice = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a, button')) drawer.current?.hidePopover?.()
  }
  // A popover does not hold focus: whoever tabs past its end must not wander behind it.
  const closeOnLeaving = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !drawer.current?.contains(relatedTarget)) drawer.current?.hidePopover?.()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only watches its links and buttons, which keys press too
    <nav
      ref={drawer}
      id={drawerId}
      popover="auto"
      aria-label="Menu"
      className="site-drawer"
      onClick={closeOnChoice}
      onBlur={closeOnLeaving}
    >
      <button
        type="button"
        aria-label="Close menu"
        popoverTarget={drawerId}
        popoverTargetAction="hide"
        className="ml-auto grid size-11 cursor-pointer place-items-center rounded-md"
      >
        <X aria-hidden="true" className="size-6" />
      </button>
      <ul className="grid gap-1">
        <Entry to="/">Home</Entry>
        <li>
          <details className="group">
            <summary className="flex cursor-pointer list-none items-center justify-between rounded-md px-3 py-2.5 font-medium hover:bg-ground [&::-webkit-details-marker]:hidden">
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
    </nav>
  )
}

function Entry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <NavLink to={to} end className={entryClass}>
        {children}
      </NavLink>
    </li>
  )
}
