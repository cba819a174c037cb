import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Brand } from './brand.tsx'
import { CloseDrawerButton } from './drawer.tsx'

type DrawerFrameProps = {
  /** The opening button refers to this id. */
  id: string
  /** The accessible name of the links. */
  name: string
  theme: keyof typeof themes
  brandName: string
  /** Links as list items. */
  children: ReactNode
}

const themes = {
  dark: 'bg-secondary text-white',
  light: 'bg-surface text-ink',
}

/** SPEC §2: a fixed sidebar on wide screens, and a drawer opened by the top bar's button on small ones. */
export function DrawerFrame({ id, name, theme, brandName, children }: DrawerFrameProps) {
  return (
    <>
      <aside
        className={classNames(
          'fixed inset-y-0 left-0 hidden w-70 overflow-y-auto p-4 md:block',
          theme === 'light' && 'border-r border-line',
          themes[theme],
        )}
      >
        <div className="mb-8 px-3 pt-2">
          <Brand name={brandName} />
        </div>
        <nav aria-label={name}>
          <ul className="grid gap-1">{children}</ul>
        </nav>
      </aside>
      <TemporaryDrawer id={id} name={name} theme={theme} brandName={brandName}>
        {children}
      </TemporaryDrawer>
    </>
  )
}

function TemporaryDrawer({ id, name, theme, brandName, children }: DrawerFrameProps) {
  return (
    <nav
      data-drawer=""
      id={id}
      popover="auto"
      aria-label={`${name} menu`}
      className={classNames('side-drawer', themes[theme])}
    >
      <div className="mb-6 flex items-center justify-between gap-3 pl-3">
        <Brand name={brandName} />
        <CloseDrawerButton drawerId={id} />
      </div>
      <ul className="grid gap-1">{children}</ul>
    </nav>
  )
}

type DrawerLinkProps = {
  to: string
  alsoAt?: string
  /** The path prefix for the pages under this entry. */
  under?: string
  theme: keyof typeof themes
  Icon?: LucideIcon
  prefetch?: 'render' | 'intent'
  reloadDocument?: boolean
  children: string
}

const linkThemes = {
  dark: 'text-on-dark hover:bg-secondary-soft hover:text-white aria-[current]:bg-primary aria-[current]:text-secondary-deep',
  light: 'text-muted hover:bg-ground hover:text-ink aria-[current]:bg-secondary-ink aria-[current]:text-surface',
} satisfies Record<keyof typeof themes, string>

export function DrawerLink({ to, alsoAt, under = `${to}/`, theme, Icon, children, ...link }: DrawerLinkProps) {
  const { pathname } = useLocation()
  return (
    <li>
      <Link
        to={to}
        {...link}
        aria-current={pathname === to || pathname === alsoAt ? 'page' : pathname.startsWith(under) || undefined}
        className={classNames('flex items-center gap-3 rounded-md px-3 py-3 font-medium', linkThemes[theme])}
      >
        {Icon ? <Icon aria-hidden="true" className="size-5 shrink-0" /> : null}
        {children}
      </Link>
    </li>
  )
}
