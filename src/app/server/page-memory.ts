import type { Log } from '#platform/server/log.ts'
import { type RememberedPage, rememberPage } from './remembered-page.ts'

export type PageMemory = {
  /** What is remembered of a page. */
  find: (path: string) => Recollection | undefined
  /** Renders one page now and in haste, for the first who asks for it. Undefined where it failed. */
  recall: (path: string) => Promise<Recollection | undefined>
  /**
   * Renders anew whatever is of an edition that is over. Until it is whole, the pages before are answered. Where nothing
   * is, one page that was made in haste is made as small as it can be.
   */
  renew: () => Promise<void>
}

/** A page as it was in one edition. Without a page: there was none at its address. */
type Recollection = { edition: string; page: RememberedPage | undefined; isInHaste?: boolean }

type Settings = {
  paths: readonly string[]
  render: (path: string) => Promise<Response>
  headersFor: (html: string) => Record<string, string>
  /** Names what the pages would be made of now. */
  readEdition: () => Promise<string>
  log: Log
}

/** Public pages in memory, each with the edition that it belongs to (docs/decisions/0009). */
export function openPageMemory({ paths, render, headersFor, readEdition, log }: Settings): PageMemory {
  let memory = new Map<string, Recollection>()
  const complained = new Map<string, string>()

  return {
    find: (path) => memory.get(path),
    recall: async (path) => (await refresh([path], { isInHaste: true })).get(path),
    async renew() {
      const edition = await readEdition()
      const stale = paths.filter((path) => memory.get(path)?.edition !== edition)
      // The first time nobody waits for what has changed.
      if (stale.length > 0) await refresh(stale, { isInHaste: memory.size > 0 })
      else await finishOne()
    },
  }

  async function refresh(stale: readonly string[], { isInHaste = false } = {}): Promise<Map<string, Recollection>> {
    // Asked before and after: a page that was rendered while its content changed may hold some of both.
    const edition = await readEdition()
    const renewed = new Map<string, Recollection>()
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
      if (!hasty.isInHaste || !hasty.page) continue
      const html = hasty.page.identity.body.toString()
      const page = await rememberPage(html, headersFor(html))
      // Somebody may have asked for the page anew meanwhile.
      if (memory.get(path) === hasty) memory = new Map([...memory, [path, { edition: hasty.edition, page }]])
      return
    }
  }

  async function renderIn(edition: string, path: string, isInHaste: boolean): Promise<Recollection | undefined> {
    try {
      const response = await render(path)
      if (response.status === 404) return { edition, page: undefined }
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const html = await response.text()
      return { edition, page: await rememberPage(html, headersFor(html), { isQuick: isInHaste }), isInHaste }
    } catch (error) {
      // It is tried again with every look; one line for each edition is enough.
      if (complained.get(path) !== edition) log.error({ path, error: String(error) }, 'a page could not be rendered')
      complained.set(path, edition)
      return undefined
    }
  }
}
