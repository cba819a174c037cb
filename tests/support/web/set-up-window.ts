import { setImmediate } from 'node:timers/promises'
import { cleanup, configure } from '@testing-library/react'
import { unstable_scheduleCallback as schedule, unstable_IdlePriority as whenIdle } from 'scheduler'
import { afterAll, vi } from 'vitest'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined
}

configure({
  // Long enough for a busy machine. Elements that already exist are found immediately.
  asyncUtilTimeout: 20_000,
  // After each user action, wait until responses have arrived and React has rendered them, even on a busy machine.
  async asyncWrapper(act) {
    const previous = globalThis.IS_REACT_ACT_ENVIRONMENT
    globalThis.IS_REACT_ACT_ENVIRONMENT = false
    try {
      const result = await act()
      await setImmediate()
      await new Promise((resolve) => schedule(whenIdle, resolve))
      return result
    } finally {
      globalThis.IS_REACT_ACT_ENVIRONMENT = previous
    }
  },
})

// jsdom has no media queries. Here, none applies.
if (typeof window !== 'undefined')
  window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

// A module mocked in one file must not affect the next file.
vi.resetModules()

// All files run by a worker share one window, so reset it to the state of a first visit.
afterAll(() => {
  // Test files about server rendering have no window.
  if (typeof document === 'undefined') return
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
