import {
  Bell,
  CalendarClock,
  CalendarDays,
  ClipboardList,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Package,
  ReceiptText,
  ShieldCheck,
  UserRound,
  UsersRound,
  X,
} from 'lucide-react'
import { type FocusEvent, type MouseEvent, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { Brand } from './brand.tsx'

export const portalDrawerId = 'portal-menu'

/** SPEC §2: always there on wide screens, and on small ones a drawer that the top bar's button opens. */
export function PortalDrawer({ brandName }: { brandName: string }) {
  return (
    <>
      <aside className="fixed inset-y-0 left-0 hidden w-70 overflow-y-auto bg-secondary p-4 text-white md:block">
        <div className="mb-8 px-3 pt-2">
          <Brand name={brandName} />
        </div>
        <nav aria-label="Portal">
          <PortalLinks />
        </nav>
      </aside>
      <TemporaryDrawer brandName={brandName} />
    </>
  )
}

function TemporaryDrawer({ brandName }: { brandName: string }) {
  const drawer = useRef<HTMLElement>(null)
  const closeOnChoice = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) drawer.current?.hidePopover?.()
  }
  // A popover does not hold focus: whoever tabs past its end must not wander behind it.
  const closeOnLeaving = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !drawer.current?.contains(relatedTarget)) drawer.current?.hidePopover?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only watches its links, which keys press too
    <nav
      ref={drawer}
      id={portalDrawerId}
      popover="auto"
      aria-label="Portal menu"
      className="portal-drawer"
      onClick={closeOnChoice}
      onBlur={closeOnLeaving}
    >
      <div className="mb-6 flex items-center justify-between gap-3 pl-3">
        <Brand name={brandName} />
        <button
          type="button"
          aria-label="Close menu"
          popoverTarget={portalDrawerId}
          popoverTargetAction="hide"
          className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </div>
      <PortalLinks />
    </nav>
  )
}

function PortalLinks() {
  const role = useMember()?.role
  return (
    <ul className="grid gap-1">
      <PortalLink to="/portal/dashboard" alsoAt="/portal" Icon={LayoutDashboard}>
        Dashboard
      </PortalLink>
      <PortalLink to="/portal/profile" Icon={UserRound}>
        Profile
      </PortalLink>
      <PortalLink to="/portal/packages" Icon={Package}>
        My Packages
      </PortalLink>
      <PortalLink to="/portal/bookings" Icon={CalendarDays}>
        My Bookings
      </PortalLink>
      <PortalLink to="/portal/invoices" Icon={ReceiptText}>
        Invoices
      </PortalLink>
      <PortalLink to="/portal/messages" Icon={MessagesSquare}>
        Messages
      </PortalLink>
      <PortalLink to="/portal/notifications" Icon={Bell}>
        Notifications
      </PortalLink>
      <PortalLink to="/portal/security" Icon={ShieldCheck}>
        Security
      </PortalLink>
      {role === 'consultant' ? <ConsultantLinks /> : null}
      {role === 'administrator' ? (
        <PortalLink to="/admin/conversations" Icon={Inbox}>
          Conversations
        </PortalLink>
      ) : null}
    </ul>
  )
}

/** For those who hold sessions. */
function ConsultantLinks() {
  return (
    <>
      <PortalLink to="/portal/consultant" under="/portal/consultant/bookings/" Icon={UsersRound}>
        My Day
      </PortalLink>
      <PortalLink to="/portal/consultant/availability" Icon={CalendarClock}>
        Availability
      </PortalLink>
      <PortalLink to="/portal/consultant/deliverables" Icon={ClipboardList}>
        Deliverables
      </PortalLink>
    </>
  )
}

type PortalLinkProps = { to: string; alsoAt?: string; under?: string; Icon: LucideIcon; children: string }

function PortalLink({ to, alsoAt, under = `${to}/`, Icon, children }: PortalLinkProps) {
  const { pathname } = useLocation()
  return (
    <li>
      <Link
        to={to}
        aria-current={pathname === to || pathname === alsoAt ? 'page' : pathname.startsWith(under) || undefined}
        className="flex items-center gap-3 rounded-md px-3 py-2.5 font-medium text-on-dark hover:bg-secondary-soft hover:text-white aria-[current]:bg-primary aria-[current]:text-secondary-deep"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {children}
      </Link>
    </li>
  )
}
