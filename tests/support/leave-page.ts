import { setImmediate } from 'node:timers/promises'
import { afterAll } from 'vitest'

// The last page of a file is left before its window goes: React may still have work of it under way.
afterAll(async () => {
  if (typeof document === 'undefined') return
  const { cleanup } = await import('@testing-library/react')
  cleanup()
  await setImmediate()
})
