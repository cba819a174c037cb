export const localShelf = shelfOver(() => window.localStorage)
export const sessionShelf = shelfOver(() => window.sessionStorage)

/**
 * A browser that blocks site data refuses even to be asked: then the shelf is empty at the start of every page, and
 * what is put on it lasts as long as the page.
 */
function shelfOver(storage: () => Storage) {
  const inPage = new Map<string, string>()
  return {
    read(key: string): string | null {
      return inPage.get(key) ?? tried(() => storage().getItem(key)) ?? null
    },
    write(key: string, value: string): void {
      inPage.set(key, value)
      tried(() => {
        storage().setItem(key, value)
        inPage.delete(key)
      })
    },
    remove(key: string): void {
      inPage.delete(key)
      tried(() => storage().removeItem(key))
    },
    clear(): void {
      inPage.clear()
      tried(() => storage().clear())
    },
  }
}

export function isStorageBlocked(): boolean {
  return tried(() => window.localStorage) === undefined
}

function tried<Result>(ask: () => Result): Result | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
