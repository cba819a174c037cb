import {
  Blocks,
  CalendarDays,
  ChartLine,
  ClipboardList,
  Inbox,
  ListChecks,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Quote,
  ReceiptText,
  ScrollText,
  Settings,
  Undo2,
  UserRoundCog,
  UsersRound,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { DrawerLink, SideDrawer } from './side-drawer.tsx'

export const backOfficeDrawerId = 'back-office-menu'

const entries: { to: string; Icon: LucideIcon; words: string; alsoAt?: string; under?: string }[] = [
  { to: '/admin', Icon: ChartLine, words: 'Overview', under: '/admin/overview/' },
  { to: '/admin/members', Icon: UsersRound, words: 'Members' },
  { to: '/admin/purchases', Icon: ReceiptText, words: 'Purchases' },
  { to: '/admin/bookings', Icon: CalendarDays, words: 'Bookings' },
  { to: '/admin/consultants', Icon: UserRoundCog, words: 'Consultants' },
  { to: '/admin/deliverables', Icon: ClipboardList, words: 'Deliverables' },
  { to: '/admin/catalogue', Icon: Blocks, words: 'Catalogue' },
  { to: '/admin/inbox', Icon: Inbox, words: 'Inbox' },
  { to: '/admin/conversations', Icon: MessagesSquare, words: 'Conversations' },
  { to: '/admin/mails', alsoAt: '/admin/mail-preview', Icon: Mail, words: 'Mails' },
  { to: '/admin/stories', Icon: Quote, words: 'Stories' },
  { to: '/admin/settings', Icon: Settings, words: 'Settings' },
  { to: '/admin/audit', Icon: ScrollText, words: 'Audit log' },
  { to: '/admin/first-steps', Icon: ListChecks, words: 'First steps' },
]

export function BackOfficeDrawer({ brandName }: { brandName: string }) {
  const { pathname } = useLocation()
  return (
    <SideDrawer id={backOfficeDrawerId} name="Back office" look="light" brandName={brandName}>
      {entries.map(({ words, ...entry }) => (
        <DrawerLink
          key={entry.to}
          look="light"
          prefetch="intent"
          {...entry}
          reloadDocument={isLetterPage(entry.to) || isLetterPage(pathname)}
        >
          {words}
        </DrawerLink>
      ))}
      <DrawerLink look="light" prefetch="intent" to="/portal" Icon={Undo2} reloadDocument={isLetterPage(pathname)}>
        Portal
      </DrawerLink>
    </SideDrawer>
  )
}

/** These pages show letters, and have a content policy of their own for that: none of it is for the pages beside them. */
function isLetterPage(pathname: string): boolean {
  return /^\/admin\/(?:mails|mail-preview)(?:\/|$)/.test(pathname)
}
