import { useLocation } from 'react-router'
import { DrawerFrame, DrawerLink } from './drawer-frame.tsx'

export const backOfficeMenuId = 'back-office-menu'

/** Every back office page is listed here or linked from a listed page. */
export const backOfficeEntries: { to: string; label: string; alsoAt?: string; under?: string }[] = [
  { to: '/admin', label: 'Overview', under: '/admin/overview/' },
  { to: '/admin/members', label: 'Members' },
  { to: '/admin/purchases', label: 'Purchases' },
  { to: '/admin/documents', label: 'Documents and VAT' },
  { to: '/admin/anomalies', label: 'Anomalies' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/consultants', label: 'Consultants' },
  { to: '/admin/deliverables', label: 'Deliverables' },
  { to: '/admin/catalogue', label: 'Catalogue' },
  { to: '/admin/discount-codes', label: 'Discount codes' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/conversations', label: 'Conversations' },
  { to: '/admin/emails', alsoAt: '/admin/email-previews', label: 'Emails' },
  { to: '/admin/stories', label: 'Stories' },
  { to: '/admin/consultant-profiles', label: 'Public profiles' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/audit', label: 'Audit log' },
  { to: '/admin/first-steps', label: 'First steps' },
]

export function BackOfficeMenu({ brandName }: { brandName: string }) {
  const { pathname } = useLocation()
  return (
    <DrawerFrame id={backOfficeMenuId} name="Back office" theme="light" brandName={brandName}>
      {backOfficeEntries.map(({ label, ...entry }) => (
        <DrawerLink
          key={entry.to}
          theme="light"
          prefetch="intent"
          {...entry}
          reloadDocument={isEmailPage(entry.to) || isEmailPage(pathname)}
        >
          {label}
        </DrawerLink>
      ))}
      <DrawerLink theme="light" prefetch="intent" to="/portal" reloadDocument={isEmailPage(pathname)}>
        Portal
      </DrawerLink>
    </DrawerFrame>
  )
}

/** Pages that show emails have a different content policy, so entering and leaving them needs a full page load. */
function isEmailPage(pathname: string): boolean {
  return /^\/admin\/(?:emails|email-previews)(?:\/|$)/.test(pathname)
}
