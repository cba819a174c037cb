import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Figure } from '../tests/support/note-figure.ts'

// docs/promises.md is written here and nowhere else: a row a figure, each with the day on which it was measured.

const file = 'docs/promises.md'

type Result = {
  /** What `npm run test:promises --` takes. */
  name: string
  promise: string
  size: NodeJS.ProcessEnv
  rounds?: number
  isProven: boolean
  figures: Figure[]
}

/** Puts the rows of one proof in the place of those that it left before. */
export function writePromises({ name, promise, size, rounds = 1, isProven, figures }: Result): void {
  const command = `\`npm run test:promises -- ${name}\``
  const sizes = Object.entries(size).map(([key, value]) => `${Number(value) * rounds} ${key?.toLowerCase()}`)
  const measured = figures.length > 0 ? figures : [{ promise, figure: sizes.join(', ') || 'as the test says', bar: '' }]
  // Where nothing was measured, the run broke off: that says nothing of the promise.
  const result = isProven ? 'kept' : figures.length > 0 ? 'NOT KEPT' : 'not finished'
  const day = new Date().toISOString().slice(0, 10)
  const rows = measured.map(({ promise, figure, bar }) =>
    rowOf([promise, figure.replaceAll('_', ' '), bar, result, day, command]),
  )
  const others = readRows().filter((row) => !row.includes(`${command} |`))
  writeFileSync(file, `${head}${[...others, ...rows].sort(byPromise).join('\n')}\n`)
}

const head = `# Promises, as they were measured

\`npm run test:promises\` writes this table: a row a figure. The promises R1 to S14 are those of
[docs/labels.md](labels.md); the others are named in a word.

| promise | figure | bar | result | measured | command |
| --- | --- | --- | --- | --- | --- |
`

function rowOf(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
}

function readRows(): string[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| ---'))
}

/** R2 before R10. */
function byPromise(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
