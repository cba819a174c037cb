/** Looks again at what has changed: one look at a time, and once more where something changed during it. */
type Look = () => Promise<void>

export type LookQueue = {
  add: (look: Look) => void
  remove: (look: Look) => void
}

/** Does looks in the order in which they were asked for, a few at a time: after a gap every open stream looks again. */
export function openLookQueue(mostAtOnce: number): LookQueue {
  const waiting = new Set<Look>()
  const running = new Set<Look>()

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
