import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { DrawerButton } from './drawer.tsx'
import { DropdownMenu } from './dropdown-menu.tsx'
import { mobileMenuId } from './mobile-menu.tsx'
import { SiteLink, SiteNavLink } from './site-link.tsx'

const pageLinkClass =
  'rounded-sm py-1 font-medium decoration-primary decoration-2 underline-offset-8 hover:underline aria-[current]:underline'

/** @param logout the menu entry that ends the session */
export function TopBar({ brandName, logout }: { brandName: string; logout?: ReactNode }) {
  const isHome = useLocation().pathname === '/'
  return (
    <header
      data-over-hero={isHome || undefined}
      className="fixed inset-x-0 top-0 z-40 bg-surface shadow-bar transition-colors duration-300 over-hero:bg-transparent over-hero:bg-linear-to-b over-hero:from-secondary over-hero:to-transparent over-hero:text-white over-hero:shadow-none"
    >
      <div className="container-page flex min-h-[72px] items-center justify-between gap-[12px] py-[8px]">
        <Brand name={brandName} />
        <nav aria-label="Main" className="hidden md:block">
          <ul className="flex flex-wrap items-center justify-end gap-x-8 gap-y-1">
            <li>
              <SiteNavLink to="/" end className={pageLinkClass}>
                Home
              </SiteNavLink>
            </li>
            <li>
              <ServicesMenu />
            </li>
            <li>
              <SiteNavLink to="/about" className={pageLinkClass}>
                About Us
              </SiteNavLink>
            </li>
            <li>
              <SiteNavLink to="/contact" className={pageLinkClass}>
                Contact
              </SiteNavLink>
            </li>
            <li className="member:hidden">
              <ButtonLink to="/login" size="small" reloadDocument>
                Login / Sign Up
              </ButtonLink>
            </li>
            <li className="visitor:hidden">
              <MemberMenu logout={logout} />
            </li>
          </ul>
        </nav>
        <DrawerButton drawerId={mobileMenuId} className="-mr-[8px]" />
      </div>
    </header>
  )
}

function ServicesMenu() {
  return (
    <DropdownMenu
      align="left"
      buttonClass="gap-1 rounded-sm py-1 font-medium"
      button={
        <>
          Services
          <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
        </>
      }
    >
      <MenuLink to="/services/my-future">MY FUTURE</MenuLink>
      <MenuLink to="/services/study-world">STUDY WORLD</MenuLink>
      <MenuLink to="/services/biz-future">BIZ FUTURE</MenuLink>
    </DropdownMenu>
  )
}

function MemberMenu({ logout }: { logout?: ReactNode }) {
  return (
    <DropdownMenu
      align="right"
      name="Your account"
      buttonClass="member-letter size-11 justify-center rounded-full bg-primary font-semibold text-secondary-deep"
      button={null}
    >
      <MenuLink to="/portal/dashboard">Dashboard</MenuLink>
      <MenuLink to="/portal/profile">Profile</MenuLink>
      {logout ? <li>{logout}</li> : null}
    </DropdownMenu>
  )
}

function MenuLink({ to, children }: { to: string; children: string }) {
  const location = useLocation()
  return (
    <li>
      <SiteLink
        to={to}
        aria-current={location.pathname === to ? 'page' : undefined}
        className="block rounded-sm px-3 py-2 font-medium hover:bg-ground aria-[current]:bg-primary-soft"
      >
        {children}
      </SiteLink>
    </li>
  )
}
