import { appendFileSync } from 'node:fs'

export type Measurement = { promise: string; figure: string; bar: string }

/**
 * Records the result of a stress test for docs/promises.md. `npm test` records nothing, because it may run on a busy
 * machine.
 */
export function recordMeasurement(promise: string, figure: string, bar: string): void {
  const file = process.env.FIGURES_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ promise, figure, bar } satisfies Measurement)}\n`)
}
