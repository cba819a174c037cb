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
import type { Role } from '#features/accounts/contract.ts'
import { useMember } from '#features/accounts/web/public.tsx'
import { DrawerFrame, DrawerLink } from './drawer-frame.tsx'

export const portalMenuId = 'portal-menu'

export function PortalMenu({ brandName }: { brandName: string }) {
  return (
    <DrawerFrame id={portalMenuId} name="Portal" theme="dark" brandName={brandName}>
      <PortalLinks />
    </DrawerFrame>
  )
}

type PortalEntry = { to: string; label: string; Icon: LucideIcon; alsoAt?: string; under?: string }

export const memberEntries: PortalEntry[] = [
  { to: '/portal/dashboard', alsoAt: '/portal', label: 'Dashboard', Icon: LayoutDashboard },
  { to: '/portal/profile', label: 'Profile', Icon: UserRound },
  { to: '/portal/packages', label: 'My Packages', Icon: Package },
  { to: '/portal/bookings', label: 'My Bookings', Icon: CalendarDays },
  { to: '/portal/invoices', label: 'Invoices', Icon: ReceiptText },
  { to: '/portal/messages', label: 'Messages', Icon: MessagesSquare },
  { to: '/portal/notifications', label: 'Notifications', Icon: Bell },
  { to: '/portal/security', label: 'Security', Icon: ShieldCheck },
]

export const staffEntries: Record<Role, PortalEntry[]> = {
  member: [],
  consultant: [
    { to: '/portal/consultant', under: '/portal/consultant/bookings/', label: 'My Day', Icon: UsersRound },
    { to: '/portal/consultant/availability', label: 'Availability', Icon: CalendarClock },
    { to: '/portal/consultant/deliverables', label: 'Deliverables', Icon: ClipboardList },
  ],
  administrator: [{ to: '/admin', label: 'Back office', Icon: Building2 }],
}

function PortalLinks() {
  const role = useMember()?.role ?? 'member'
  return [...memberEntries, ...staffEntries[role]].map(({ label, ...entry }) => (
    <DrawerLink key={entry.to} theme="dark" {...entry}>
      {label}
    </DrawerLink>
  ))
}
