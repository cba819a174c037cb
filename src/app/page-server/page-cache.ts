import type { Log } from '#platform/server/log.ts'
import { repeatEvery } from '#platform/server/repeat-every.ts'
import { type CachedPage, createCachedPage } from './cached-page.ts'

export type PageCache = {
  find: (path: string) => CachedEdition | undefined
  /** Renders one page quickly for the first visitor. Returns undefined if that failed. */
  recall: (path: string) => Promise<CachedEdition | undefined>
  /**
   * Renders the pages of outdated editions again, and serves the old pages until all are ready. If none is outdated, it
   * compresses one quickly made page fully.
   */
  renew: () => Promise<void>
}

/** A page in one edition. `page` is undefined if its address answered 404. */
type CachedEdition = {
  edition: string
  page: CachedPage | undefined
  headers?: Record<string, string>
  isInHaste?: boolean
}

type Settings = {
  paths: readonly string[]
  render: (path: string) => Promise<Response>
  headersFor: (page: Response) => Record<string, string>
  /** Returns the edition that pages rendered now belong to. */
  readEdition: () => Promise<string>
  log: Log
}

/** Public pages in memory, each with its edition (docs/decisions/0009). */
export function openPageCache({ paths, render, headersFor, readEdition, log }: Settings): PageCache {
  let memory = new Map<string, CachedEdition>()
  const complained = new Map<string, string>()

  return {
    find: (path) => memory.get(path),
    recall: async (path) => (await refresh([path], { isInHaste: true })).get(path),
    async renew() {
      const edition = await readEdition()
      const stale = paths.filter((path) => memory.get(path)?.edition !== edition)
      // On the first run no visitor waits for a change, so pages are compressed fully.
      if (stale.length > 0) await refresh(stale, { isInHaste: memory.size > 0 })
      else await finishOne()
    },
  }

  async function refresh(stale: readonly string[], { isInHaste = false } = {}): Promise<Map<string, CachedEdition>> {
    // Compared again afterwards, because a page rendered during a change may mix two editions.
    const edition = await readEdition()
    const renewed = new Map<string, CachedEdition>()
    for (const path of stale) {
      const recollection = await renderIn(edition, path, isInHaste)
      if (recollection) renewed.set(path, recollection)
    }
    if ((await readEdition()) !== edition) return new Map()
    memory = new Map([...memory, ...renewed])
    return renewed
  }

  async function finishOne(): Promise<void> {
    for (const [path, hasty] of memory) {
      const { edition, headers } = hasty
      if (!hasty.isInHaste || !hasty.page || !headers) continue
      const page = await createCachedPage(hasty.page.identity.body.toString(), headers)
      // Another refresh may have replaced the page meanwhile.
      if (memory.get(path) === hasty) memory = new Map([...memory, [path, { edition, page, headers }]])
      return
    }
  }

  async function renderIn(edition: string, path: string, isInHaste: boolean): Promise<CachedEdition | undefined> {
    try {
      const response = await render(path)
      if (response.status === 404) return { edition, page: undefined }
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const headers = headersFor(response)
      const page = await createCachedPage(await response.text(), headers, { isQuick: isInHaste })
      return { edition, page, headers, isInHaste }
    } catch (error) {
      // Rendering is retried every second, so log only one line per edition.
      if (complained.get(path) !== edition) log.error({ path, error: String(error) }, 'a page could not be rendered')
      complained.set(path, edition)
      return undefined
    }
  }
}

/** The longest time a page may be outdated, plus rendering: docs/decisions/0009. */
const REFRESH_INTERVAL_MS = 1_000

/**
 * Renders the pages in memory now, and then checks regularly whether they changed.
 * @param onMade called once after all pages are rendered for the first time
 * @returns a function that stops it
 */
export function refreshPageCache(
  memory: Pick<PageCache, 'renew'>,
  log: Log,
  onMade: () => void = () => {},
): () => Promise<void> {
  let isOver = false
  let areMade = false
  const renew = async () => {
    await memory.renew()
    if (!areMade && !isOver) onMade()
    areMade = true
  }
  // If the database is unreachable, the old pages are served until it is back.
  const problem = 'pages could not be compared with the database'
  const { stop } = repeatEvery(REFRESH_INTERVAL_MS, renew, { log, problem })
  return async () => {
    isOver = true
    await stop()
  }
}
