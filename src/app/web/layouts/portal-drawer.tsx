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

export const portalDrawerId = 'portal-menu'

export function PortalDrawer({ brandName }: { brandName: string }) {
  return (
    <DrawerFrame id={portalDrawerId} name="Portal" look="dark" brandName={brandName}>
      <PortalLinks />
    </DrawerFrame>
  )
}

type PortalEntry = { to: string; words: string; Icon: LucideIcon; alsoAt?: string; under?: string }

const memberEntries: PortalEntry[] = [
  { to: '/portal/dashboard', alsoAt: '/portal', words: 'Dashboard', Icon: LayoutDashboard },
  { to: '/portal/profile', words: 'Profile', Icon: UserRound },
  { to: '/portal/packages', words: 'My Packages', Icon: Package },
  { to: '/portal/bookings', words: 'My Bookings', Icon: CalendarDays },
  { to: '/portal/invoices', words: 'Invoices', Icon: ReceiptText },
  { to: '/portal/messages', words: 'Messages', Icon: MessagesSquare },
  { to: '/portal/notifications', words: 'Notifications', Icon: Bell },
  { to: '/portal/security', words: 'Security', Icon: ShieldCheck },
]

const staffEntries: Record<Role, PortalEntry[]> = {
  member: [],
  consultant: [
    { to: '/portal/consultant', under: '/portal/consultant/bookings/', words: 'My Day', Icon: UsersRound },
    { to: '/portal/consultant/availability', words: 'Availability', Icon: CalendarClock },
    { to: '/portal/consultant/deliverables', words: 'Deliverables', Icon: ClipboardList },
  ],
  administrator: [{ to: '/admin', words: 'Back office', Icon: Building2 }],
}

function PortalLinks() {
  const role = useMember()?.role ?? 'member'
  return [...memberEntries, ...staffEntries[role]].map(({ words, ...entry }) => (
    <DrawerLink key={entry.to} look="dark" {...entry}>
      {words}
    </DrawerLink>
  ))
}
