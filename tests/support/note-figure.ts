import { appendFileSync } from 'node:fs'

export type Figure = { promise: string; figure: string; bar: string }

/** What a long proof measured, for docs/promises.md. In `npm test`, where machines are busy, nothing is noted. */
export function noteFigure(promise: string, figure: string, bar: string): void {
  const file = process.env.FIGURES_FILE
  if (file) appendFileSync(file, `${JSON.stringify({ promise, figure, bar } satisfies Figure)}\n`)
}
