/** Refreshes one stream. It never runs twice at the same time; a change during a run causes one more run. */
type Refresh = () => Promise<void>

/**
 * Runs refreshes in the order of their requests, a few at a time, because every stream refreshes after a lost
 * connection.
 */
export function openRefreshQueue(maxConcurrent: number) {
  const waiting = new Set<Refresh>()
  const running = new Set<Refresh>()

  return {
    add(refresh: Refresh) {
      waiting.add(refresh)
      startWaiting()
    },
    remove: (refresh: Refresh) => void waiting.delete(refresh),
  }

  function startWaiting() {
    for (const refresh of waiting) {
      if (running.size >= maxConcurrent) return
      if (running.has(refresh)) continue
      waiting.delete(refresh)
      running.add(refresh)
      void refresh().finally(() => {
        running.delete(refresh)
        startWaiting()
      })
    }
  }
}
