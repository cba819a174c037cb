import { appendFileSync } from 'node:fs'

export type Measurement = { promise: string; figure: string; bar: string }

/** Records a stress test's result for docs/promises.md. `npm test` records nothing, because its machines are busy. */
export function recordMeasurement(promise: string, figure: string, bar: string): void {
  const file = process.env.FIGURES_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ promise, figure, bar } satisfies Measurement)}\n`)
}
