export const safeLocalStorage = createSafeStorage(() => window.localStorage)
export const safeSessionStorage = createSafeStorage(() => window.sessionStorage)

/**
 * If the browser blocks site data, values last only as long as the page. Even reading `localStorage` then throws an
 * error.
 */
function createSafeStorage(storage: () => Storage) {
  const pageValues = new Map<string, string>()
  return {
    read(key: string): string | null {
      return pageValues.get(key) ?? withoutThrowing(() => storage().getItem(key)) ?? null
    },
    write(key: string, value: string): void {
      pageValues.set(key, value)
      withoutThrowing(() => {
        storage().setItem(key, value)
        pageValues.delete(key)
      })
    },
    remove(key: string): void {
      pageValues.delete(key)
      withoutThrowing(() => storage().removeItem(key))
    },
    clear(): void {
      pageValues.clear()
      withoutThrowing(() => storage().clear())
    },
  }
}

export function isStorageBlocked(): boolean {
  return withoutThrowing(() => window.localStorage) === undefined
}

function withoutThrowing<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}

/** The access token, sent as SPEC's Bearer header. */
export const TOKEN_KEY = 'authToken'

/** Set briefly, to tell other tabs about a logout. */
export const ADMIN_KEY = 'adminAuthenticated'

/** Set for a moment, to notify other tabs of a logout. */
export const LOGOUT_KEY = 'loggedOut'

/** The login result, stored by the accounts area. */
export const AUTH_KEY = 'auth'

/** The message for the next page (flash-message.ts). */
export const FLASH_KEY = 'notice'

/** Marks an impersonation in this tab only. */
export const IMPERSONATION_KEY = 'impersonation'
