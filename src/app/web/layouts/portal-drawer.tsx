import {
  Bell,
  Building2,
  CalendarClock,
  CalendarDays,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  Package,
  ReceiptText,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useMember } from '#features/accounts/web/public.tsx'
import { DrawerLink, SideDrawer } from './side-drawer.tsx'

export const portalDrawerId = 'portal-menu'

export function PortalDrawer({ brandName }: { brandName: string }) {
  return (
    <SideDrawer id={portalDrawerId} name="Portal" look="dark" brandName={brandName}>
      <PortalLinks />
    </SideDrawer>
  )
}

function PortalLinks() {
  const role = useMember()?.role
  return (
    <>
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
        <PortalLink to="/admin" Icon={Building2}>
          Back office
        </PortalLink>
      ) : null}
    </>
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

/** Its files are here before the connection may be gone: what is missing then is said by the page itself. */
function PortalLink(link: PortalLinkProps) {
  return <DrawerLink look="dark" prefetch="render" {...link} />
}
