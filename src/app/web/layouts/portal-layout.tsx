import './layouts.css'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { ConfirmEmailBanner, useMember } from '#features/accounts/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { NotificationBell } from '#features/notifications/web/public.tsx'
import { fullName } from '#platform/shared/person-name.ts'
import { useHydrated } from '#platform/web/hydration.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { createTrustedTypesPolicy } from '#platform/web/trusted-types.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { UnsavedChangesGuard } from '#platform/web/ui/unsaved-changes-guard.tsx'
import type { Route } from './+types/portal-layout'
import { AccountMenu } from './account-menu.tsx'
import { DrawerButton } from './drawer.tsx'
import { useFocusOnNavigation } from './focus-on-navigation.ts'
import { PortalMenu, portalMenuId } from './portal-menu.tsx'
import { SkipLink } from './skip-link.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { brandName: (await context.get(serverCall)(getCompany)).brandName }
}

export function shouldRevalidate() {
  return false
}

/** Rendered by the server for everyone. Styles hide it from visitors, who are redirected to the login. */
export default function PortalLayout({ loaderData: { brandName } }: Route.ComponentProps) {
  const member = useMember()
  const isHydrated = useHydrated()
  const { pathname } = useLocation()
  const isLoading = useNavigation().state === 'loading'
  if (isHydrated && !member) return null
  return (
    <div className={classNames('md:pl-70', !member && 'visitor:hidden')}>
      <SkipLink />
      <PortalMenu brandName={brandName} />
      <PortalTopBar title={portalTitle(pathname)} member={member} isLoading={isLoading} />
      <main
        id="main"
        tabIndex={-1}
        className="grid max-w-[76rem] grid-cols-[minmax(0,1fr)] gap-8 px-5 pt-8 pb-20 sm:px-8 md:px-10"
      >
        <UnsavedChangesGuard />
        {member?.emailVerified ? null : <ConfirmEmailBanner email={member?.email} />}
        <Outlet />
      </main>
      {member ? <MemberEffects /> : null}
    </div>
  )
}

/** Runs effects for a logged-in member and renders nothing. */
function MemberEffects() {
  useFocusOnNavigation()
  useEffect(registerServiceWorker, [])
  return null
}

const toTrustedUrl = createTrustedTypesPolicy('service-worker', 'createScriptURL', (address) => address)

/**
 * Registers the service worker that shows the offline page. It covers only the portal, because public pages do not need
 * it and nothing may come between a payment and the server.
 */
function registerServiceWorker(): void {
  // In development, files change under the same URL. Some browsers reject registration if site data is blocked.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  navigator.serviceWorker.register(toTrustedUrl('/service-worker.js'), { scope: '/portal' }).catch(() => {})
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/**
 * SPEC §2: the last meaningful path segment, capitalised and with spaces instead of hyphens; the portal itself is the
 * dashboard. Ids and "new" are skipped, because they do not describe the page.
 */
function portalTitle(pathname: string): string {
  const segment =
    pathname
      .split('/')
      .filter((part) => part && part !== 'new' && !idPattern.test(part))
      .at(-1) ?? ''
  if (segment === 'portal' || segment === '') return 'Dashboard'
  return segment
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

type PortalTopBarProps = {
  title: string
  /** Null before hydration. */
  member: User | null
  isLoading: boolean
}

/**
 * Buttons and gaps are sized in pixels to suit fingers and do not grow with the text, which leaves room for the title.
 */
function PortalTopBar({ title, member, isLoading }: PortalTopBarProps) {
  return (
    <header className="sticky top-0 z-30 bg-surface shadow-bar">
      <div className="flex min-h-[72px] items-center gap-[12px] px-[20px] py-[8px] sm:px-8 md:px-10">
        <DrawerButton drawerId={portalMenuId} className="-ml-2.5" />
        <h1 className="min-w-0 text-[min(1.25rem,6vw)] leading-tight hyphens-auto wrap-anywhere sm:max-w-3/5 sm:shrink-0 sm:truncate sm:text-2xl">
          {title}
        </h1>
        {isLoading ? <Spinner label="Loading" /> : null}
        <div className="ml-auto flex min-w-0 shrink-0 items-center gap-[12px] sm:shrink">
          {member ? (
            <>
              <NotificationBell />
              <p className="hidden min-w-0 text-right leading-tight sm:block">
                <span className="block truncate font-medium">{fullName(member.firstName, member.lastName)}</span>
                <span className="block truncate text-sm text-muted">{member.email}</span>
              </p>
              <AccountMenu member={member} />
            </>
          ) : (
            <TopBarPlaceholder />
          )}
        </div>
      </div>
    </header>
  )
}

/** Shown in place of the bell and the menu, which cannot open before hydration. */
function TopBarPlaceholder() {
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
