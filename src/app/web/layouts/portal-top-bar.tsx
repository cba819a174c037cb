import { Bell, Menu as MenuIcon } from 'lucide-react'
import type { User } from '#features/accounts/contract.ts'
import { NotificationBell } from '#features/notifications/web/public.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { AccountMenu, fullName } from './account-menu.tsx'
import { portalDrawerId } from './portal-drawer.tsx'

type PortalTopBarProps = {
  title: string
  /** Null before the page has come alive. */
  member: User | null
  isLoading: boolean
}

/** Its buttons and gaps are made for fingers, which do not grow with the text: the title needs the room. */
export function PortalTopBar({ title, member, isLoading }: PortalTopBarProps) {
  return (
    <header className="sticky top-0 z-30 bg-surface shadow-bar">
      <div className="flex min-h-18 items-center gap-[12px] px-[20px] py-2 sm:px-8 md:px-10">
        <button
          type="button"
          aria-label="Open menu"
          popoverTarget={portalDrawerId}
          className="-ml-2.5 grid size-[44px] shrink-0 cursor-pointer place-items-center rounded-md md:hidden"
        >
          <MenuIcon aria-hidden="true" className="size-6" />
        </button>
        <h1 className="min-w-0 text-[min(1.25rem,6vw)] leading-tight hyphens-auto wrap-anywhere sm:max-w-3/5 sm:shrink-0 sm:truncate sm:text-2xl">
          {title}
        </h1>
        {isLoading ? <Spinner label="Loading" /> : null}
        <div className="ml-auto flex min-w-0 shrink-0 items-center gap-[12px] sm:shrink">
          {member ? (
            <>
              <NotificationBell />
              <p className="hidden min-w-0 text-right leading-tight sm:block">
                <span className="block truncate font-medium">{fullName(member)}</span>
                <span className="block truncate text-sm text-muted">{member.email}</span>
              </p>
              <AccountMenu member={member} />
            </>
          ) : (
            <NotYetPressed />
          )}
        </div>
      </div>
    </header>
  )
}

/** Where bell and menu will be: they would open nothing yet. */
function NotYetPressed() {
  return (
    <>
      <span aria-hidden="true" className="grid size-[44px] shrink-0 place-items-center">
        <Bell className="size-6" />
      </span>
      <span
        aria-hidden="true"
        className="member-letter grid size-[44px] shrink-0 place-items-center rounded-full bg-primary leading-none font-semibold text-secondary-deep"
      />
    </>
  )
}
