import { useLocation } from 'react-router'
import { DrawerLink, SideDrawer } from './side-drawer.tsx'

export const backOfficeDrawerId = 'back-office-menu'

/** Every page of the back office is one of these, or one press behind one of them. */
export const backOfficeEntries: { to: string; words: string; alsoAt?: string; under?: string }[] = [
  { to: '/admin', words: 'Overview', under: '/admin/overview/' },
  { to: '/admin/members', words: 'Members' },
  { to: '/admin/purchases', words: 'Purchases' },
  { to: '/admin/documents', words: 'Documents and VAT' },
  { to: '/admin/anomalies', words: 'Anomalies' },
  { to: '/admin/bookings', words: 'Bookings' },
  { to: '/admin/consultants', words: 'Consultants' },
  { to: '/admin/deliverables', words: 'Deliverables' },
  { to: '/admin/catalogue', words: 'Catalogue' },
  { to: '/admin/inbox', words: 'Inbox' },
  { to: '/admin/conversations', words: 'Conversations' },
  { to: '/admin/mails', alsoAt: '/admin/mail-preview', words: 'Mails' },
  { to: '/admin/stories', words: 'Stories' },
  { to: '/admin/profiles', words: 'Public profiles' },
  { to: '/admin/settings', words: 'Settings' },
  { to: '/admin/audit', words: 'Audit log' },
  { to: '/admin/first-steps', words: 'First steps' },
]

export function BackOfficeDrawer({ brandName }: { brandName: string }) {
  const { pathname } = useLocation()
  return (
    <SideDrawer id={backOfficeDrawerId} name="Back office" look="light" brandName={brandName}>
      {backOfficeEntries.map(({ words, ...entry }) => (
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
      <DrawerLink look="light" prefetch="intent" to="/portal" reloadDocument={isLetterPage(pathname)}>
        Portal
      </DrawerLink>
    </SideDrawer>
  )
}

/** These pages show letters, and have a content policy of their own for that: none of it is for the pages beside them. */
function isLetterPage(pathname: string): boolean {
  return /^\/admin\/(?:mails|mail-preview)(?:\/|$)/.test(pathname)
}
