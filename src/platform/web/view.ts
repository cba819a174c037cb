import { sessionShelf } from './browser-storage.ts'
import { VIEW_KEY } from './storage-keys.ts'

/**
 * In this tab staff look at the pages of a member. The tab alone keeps it: the login of the browser stays as it is, and
 * what this tab does never touches that.
 */
export type View = {
  id: string
  token: string
  expiresAt: string
  /** The member, as the accounts area keeps who is logged in. */
  user: unknown
}

let known: { view: View | null } | undefined

/** As it was when the page was loaded: what is over ends with the page. */
export function viewOfPage(): View | null {
  known ??= { view: readView() }
  return known.view
}

/** Counts from the next page on. */
export function keepView(view: View): void {
  sessionShelf.write(VIEW_KEY, JSON.stringify(view))
}

/** Counts from the next page on. */
export function dropView(): void {
  sessionShelf.remove(VIEW_KEY)
}

function readView(): View | null {
  try {
    const stored: unknown = JSON.parse(sessionShelf.read(VIEW_KEY) ?? 'null')
    return isView(stored) ? stored : null
  } catch {
    return null
  }
}

// By hand, as every page asks this at its start.
function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false
  const { id, token, expiresAt } = value as Record<string, unknown>
  return [id, token, expiresAt].every((text) => typeof text === 'string') && 'user' in value
}
