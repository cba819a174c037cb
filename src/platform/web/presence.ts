/** Whoever did nothing for so long is not there: what a page does by itself must not keep their session alive. */
const AWAY_AFTER_MS = 5 * 60_000

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus', 'online']

export type Presence = {
  /** Now where somebody looks at the page, is there and has a network, else with the next sign of that. */
  untilThere: () => Promise<void>
  /** Until the time has passed; less where the page is shown or hidden, or the network is back. */
  pause: (milliseconds: number) => Promise<void>
}

/** Notices whether somebody looks at this page, from now on until the signal aborts. */
export function watchPresence(over: AbortSignal): Presence {
  // Whoever opened the page is there.
  let lastSign = Date.now()
  const onSign = () => {
    lastSign = Date.now()
  }
  listen(onSign, over)
  const isThere = () => !document.hidden && navigator.onLine && Date.now() - lastSign < AWAY_AFTER_MS

  return {
    async untilThere() {
      while (!over.aborted && !isThere()) await firstOf((found, end) => listen(found, end), over)
    },
    pause: (milliseconds) =>
      firstOf((found, end) => {
        const timer = setTimeout(found, milliseconds)
        end.addEventListener('abort', () => clearTimeout(timer))
        document.addEventListener('visibilitychange', found, { signal: end })
        window.addEventListener('online', found, { signal: end })
      }, over),
  }
}

function listen(onSign: () => void, end: AbortSignal) {
  const options = { passive: true, capture: true, signal: end }
  for (const sign of signs) window.addEventListener(sign, onSign, options)
  document.addEventListener('visibilitychange', onSign, options)
}

/** Waits for what `begin` finds, or until it is all over, and lets go of everything it waited with. */
function firstOf(begin: (found: () => void, end: AbortSignal) => void, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController()
    const found = () => {
      end.abort()
      resolve()
    }
    over.addEventListener('abort', found, { signal: end.signal })
    begin(found, end.signal)
    if (over.aborted) found()
  })
}
