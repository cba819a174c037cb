import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** From now on time passes only where the test says so. */
export function stopClock(at: string): void {
  // Words for moments are made by the same Intl as anywhere: those who made a formatter before must find it again.
  vi.useFakeTimers({ now: new Date(at), toNotFake: ['Intl'] })
  // Testing Library waits for a timer after each step, and asks Jest by name to let it pass.
  vi.stubGlobal('jest', { advanceTimersByTime: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) })
}

export async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

/** Everything that needs no time has happened. */
export function settle(): Promise<void> {
  return pass(0)
}
