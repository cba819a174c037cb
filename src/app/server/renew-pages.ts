import type { Log } from '#platform/server/log.ts'
import type { PageMemory } from './page-memory.ts'

/** How long a page may show what has changed, plus the rendering: docs/decisions/0009. */
const LOOK_MILLISECONDS = 1_000

/**
 * Renews the pages in memory now, and looks from then on whether they must be. @param onMade what follows once all of them
 * were made for the first time @returns a function that ends it
 */
export function keepPagesNew(
  memory: Pick<PageMemory, 'renew'>,
  log: Log,
  onMade: () => void = () => {},
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let isAway = false
  let areMade = false
  let looking = Promise.resolve()
  start()

  return async () => {
    isOver = true
    clearTimeout(timer)
    await looking
  }

  function start() {
    looking = look()
  }

  async function look() {
    try {
      await memory.renew()
      isAway = false
      if (!areMade && !isOver) onMade()
      areMade = true
    } catch (error) {
      // Once, not every second: the database is away, and the pages before are answered until it is back.
      if (!isAway) log.warn({ error: String(error) }, 'pages could not be compared with the database')
      isAway = true
    }
    if (!isOver) timer = setTimeout(start, LOOK_MILLISECONDS)
  }
}
