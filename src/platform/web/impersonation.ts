import { IMPERSONATION_KEY, safeSessionStorage } from './browser-storage.ts'

/**
 * Staff view a member's pages in this tab. The impersonation is stored for this tab only and never affects the
 * browser's login.
 */
export type Impersonation = {
  id: string
  token: string
  expiresAt: string
  /** The member, in the format of the accounts area. */
  user: unknown
}

let cached: { impersonation: Impersonation | null } | undefined

/** The impersonation at the time the page loaded; it stays valid while the page is open. */
export function getPageImpersonation(): Impersonation | null {
  cached ??= { impersonation: readImpersonation() }
  return cached.impersonation
}

/** Takes effect on the next page load. */
export function saveImpersonation(impersonation: Impersonation): void {
  safeSessionStorage.write(IMPERSONATION_KEY, JSON.stringify(impersonation))
}

/** Takes effect on the next page load. */
export function endImpersonation(): void {
  safeSessionStorage.remove(IMPERSONATION_KEY)
}

function readImpersonation(): Impersonation | null {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.read(IMPERSONATION_KEY) ?? 'null')
    return isImpersonation(stored) ? stored : null
  } catch {
    return null
  }
}

// Checked by hand, because every page runs this.
function isImpersonation(value: unknown): value is Impersonation {
  if (typeof value !== 'object' || value === null) return false
  const { id, token, expiresAt } = value as Record<string, unknown>
  return [id, token, expiresAt].every((text) => typeof text === 'string') && 'user' in value
}
