import { catchUp } from '../clock/catch-up.ts'
import type { Provider } from '../provider.ts'
import { invalidRequest } from '../wire/api-error.ts'

export interface ClockStep {
  days?: number | undefined
  hours?: number | undefined
  minutes?: number | undefined
}

/** A slip of the finger should not bring decades of renewals. */
const MOST_SECONDS = 10 * 366 * 24 * 60 * 60

export function advanceClock(provider: Provider, { days = 0, hours = 0, minutes = 0 }: ClockStep): Date {
  const seconds = ((days * 24 + hours) * 60 + minutes) * 60
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS) {
    throw invalidRequest('The clock moves forwards only, by whole seconds and at most ten years at a time.')
  }
  provider.clock.moveForwards(seconds)
  catchUp(provider)
  return new Date(provider.clock.milliseconds())
}
