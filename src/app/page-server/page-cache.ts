import type { Log } from '#platform/server/log.ts'
import { repeatEvery } from '#platform/server/repeat-every.ts'
import { type CachedPage, createCachedPage } from './cached-page.ts'

export type PageCache = ReturnType<typeof openPageCache>

/** A page in one edition. `page` is undefined if its address returned 404. */
type CachedEdition = {
  edition: string
  page: CachedPage | undefined
  headers?: Record<string, string>
  isQuick?: boolean
}

type Settings = {
  /** Lists the pages in the current edition. */
  listPaths: () => Promise<readonly string[]>
  render: (path: string) => Promise<Response>
  headersFor: (page: Response) => Record<string, string>
  /** Returns the edition that pages rendered now belong to. */
  readEdition: () => Promise<string>
  log: Log
}

/** Public pages in memory, each with its edition (docs/decisions/0009). */
export function openPageCache({ listPaths, render, headersFor, readEdition, log }: Settings) {
  let pages = new Map<string, CachedEdition>()
  let listed: { edition: string; paths: readonly string[] } | undefined
  const loggedEditions = new Map<string, string>()

  return {
    find: (path: string) => pages.get(path),
    /**
     * Renders one page quickly for the first visitor. Returns undefined if that failed, or if it is not a public page.
     */
    async renderFirst(path: string) {
      const paths = await pathsOf(await readEdition())
      return paths.includes(path) ? (await renderAll([path], { isInHaste: true })).get(path) : undefined
    },
    /**
     * Renders pages from outdated editions again, and serves the old pages until all are ready. If none is outdated,
     * fully compresses one page that was only compressed quickly.
     */
    async update() {
      const edition = await readEdition()
      const stale = (await pathsOf(edition)).filter((path) => pages.get(path)?.edition !== edition)
      // On the first run no visitor is waiting for a change, so pages are fully compressed.
      if (stale.length > 0) await renderAll(stale, { isInHaste: pages.size > 0 })
      else await compressOneFully()
    },
  }

  async function pathsOf(edition: string): Promise<readonly string[]> {
    if (listed?.edition !== edition) listed = { edition, paths: await listPaths() }
    return listed.paths
  }

  async function renderAll(
    stale: readonly string[],
    { isInHaste: isQuick = false } = {},
  ): Promise<Map<string, CachedEdition>> {
    // Compared again afterwards, because a page rendered during a change may mix content from two editions.
    const edition = await readEdition()
    const rendered = new Map<string, CachedEdition>()
    for (const path of stale) {
      const cachedEdition = await renderPage(edition, path, isQuick)
      if (cachedEdition) rendered.set(path, cachedEdition)
    }
    const paths = await pathsOf(edition)
    if ((await readEdition()) !== edition) return new Map()
    pages = new Map([...pages, ...rendered].filter(([path]) => paths.includes(path)))
    return rendered
  }

  async function compressOneFully(): Promise<void> {
    for (const [path, cachedEdition] of pages) {
      const { edition, headers } = cachedEdition
      if (!cachedEdition.isQuick || !cachedEdition.page || !headers) continue
      const page = await createCachedPage(cachedEdition.page.identity.body.toString(), headers)
      // Another refresh may have replaced the page in the meantime.
      if (pages.get(path) === cachedEdition) pages = new Map([...pages, [path, { edition, page, headers }]])
      return
    }
  }

  async function renderPage(edition: string, path: string, isQuick: boolean): Promise<CachedEdition | undefined> {
    try {
      const response = await render(path)
      if (response.status === 404) return { edition, page: undefined }
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const headers = headersFor(response)
      const page = await createCachedPage(await response.text(), headers, { isQuick })
      return { edition, page, headers, isQuick }
    } catch (error) {
      // Rendering is retried every second, so log only one line per edition.
      if (loggedEditions.get(path) !== edition)
        log.error({ path, error: String(error) }, 'a page could not be rendered')
      loggedEditions.set(path, edition)
      return undefined
    }
  }
}

/** The longest time a page may be outdated, plus rendering: docs/decisions/0009. */
const REFRESH_INTERVAL_MS = 1_000

/**
 * Renders the pages in memory now, and then regularly checks whether they have changed.
 * @param onFirstRendered called once, after all pages have been rendered for the first time
 * @returns a function that stops the checks
 */
export function refreshPageCache(
  cache: Pick<PageCache, 'update'>,
  log: Log,
  onFirstRendered: () => void = () => {},
): () => Promise<void> {
  let isStopped = false
  let hasRendered = false
  const updateCache = async () => {
    await cache.update()
    if (!hasRendered && !isStopped) onFirstRendered()
    hasRendered = true
  }
  // If the database is unreachable, the old pages are served until it is back.
  const problem = 'pages could not be compared with the database'
  const { stop } = repeatEvery(REFRESH_INTERVAL_MS, updateCache, { log, problem })
  return async () => {
    isStopped = true
    await stop()
  }
}
