import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Stops time until the test advances it. */
export function stopClock(at: string): void {
  // Keep the original `Intl`, because existing formatters use it.
  vi.useFakeTimers({ now: new Date(at), toNotFake: ['Intl'] })
  // Testing Library waits for a timer after each step, and advances fake timers only through a global named `jest`.
  vi.stubGlobal('jest', { advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) })
}

export async function advanceClock(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

/** Lets all pending work finish that does not need time to pass. */
export function settle(): Promise<void> {
  return advanceClock(0)
}
