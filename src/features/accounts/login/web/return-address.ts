import { useLocation } from 'react-router'
import { redirectPath } from '#platform/shared/redirect-path.ts'
import { useHydrated } from '#platform/web/hydration.ts'
import type { Role } from '../../contract.ts'

const homeByRole = {
  member: '/portal/dashboard',
  consultant: '/portal/consultant',
  administrator: '/admin',
} satisfies Record<Role, string>

/** @returns the page to show after login; a page that the role may not open is ignored (PRODUCT D5) */
export function landingAddress(role: Role, from: string | null): string {
  if (from === null) return homeByRole[role]
  const isForOtherRole =
    (isWithin(homeByRole.administrator, from) && role !== 'administrator') ||
    (isWithin(homeByRole.consultant, from) && role !== 'consultant')
  return isForOtherRole ? homeByRole[role] : from
}

function isWithin(area: string, address: string): boolean {
  const [path] = address.split(/[?#]/)
  return path === area || address.startsWith(`${area}/`)
}

/** @returns the page that the visitor wanted before they had to log in (PRODUCT D5) */
export function useReturnAddress(): string | null {
  const { search } = useLocation()
  // The server sends the same page to everyone, so the query is read only after hydration.
  const isHydrated = useHydrated()
  return isHydrated ? redirectPath(new URLSearchParams(search).get('from')) : null
}

export function withReturnAddress(path: string, from: string | null): string {
  return from ? `${path}?from=${encodeURIComponent(from)}` : path
}
