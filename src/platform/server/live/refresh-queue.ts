/** Refreshes one stream. It never runs twice at the same time; a change during a run causes one more run. */
type Refresh = () => Promise<void>

export type RefreshQueue = {
  add: (look: Refresh) => void
  remove: (look: Refresh) => void
}

/** Runs refreshes in order of request, a few at a time, because after a lost connection every stream refreshes. */
export function openRefreshQueue(mostAtOnce: number): RefreshQueue {
  const waiting = new Set<Refresh>()
  const running = new Set<Refresh>()

  return {
    add(look) {
      waiting.add(look)
      begin()
    },
    remove: (look) => void waiting.delete(look),
  }

  function begin() {
    for (const look of waiting) {
      if (running.size >= mostAtOnce) return
      if (running.has(look)) continue
      waiting.delete(look)
      running.add(look)
      void look().finally(() => {
        running.delete(look)
        begin()
      })
    }
  }
}
