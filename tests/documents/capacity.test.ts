import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/operations/capacity.md', 'utf8')

function readTable(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [text = ''] = section.split('\n## ')
  const lines = text.split('\n').filter((line) => /^\| [\d,]+ /.test(line))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const readNumber = (cell = '') => Number(/[\d.,]+/.exec(cell)?.[0].replaceAll(',', ''))

/**
 * Whether the number shown is the exact number, rounded. The page rounds to one significant digit, or to two if the
 * first is 1 or 2.
 */
function roundsTo(shown: number, exact: number): boolean {
  return Math.abs(shown - exact) <= exact * 0.2 || Math.abs(shown - exact) <= 0.5
}

test('requests, logins, checkouts and open pages are calculated from the number of members as the page says', () => {
  for (const [members, daily, requests, logins, checkouts, pages] of readTable('Requests').map((row) =>
    row.map(readNumber),
  )) {
    const dailyVisitors = (members ?? 0) * 0.02
    expect(daily).toBe(dailyVisitors)
    expect([requests, (dailyVisitors * 30 * 0.15) / 3_600]).toSatisfy(
      ([shown, exact]) => Math.abs(shown - exact) <= exact * 0.25,
    )
    expect([logins, (dailyVisitors * 0.15) / 3_600]).toSatisfy(
      ([shown, exact]) => Math.abs(shown - exact) <= exact * 0.25,
    )
    expect([checkouts, ((members ?? 0) * 1.5 * 0.15) / 365 / 3_600]).toSatisfy(
      ([shown, exact]) => Math.abs(shown - exact) <= exact * 0.25,
    )
    expect(roundsTo(pages ?? 0, (dailyVisitors * 0.15) / 6)).toBe(true)
  }
  expect(readTable('Requests')).toHaveLength(4)
})

test('the documented connection counts match the process and pooler settings', () => {
  const source = readFileSync('src/platform/server/db/open-database.ts', 'utf8')
  const perProcess = Number(/max = (\d+)/.exec(source)?.[1])
  const direct = Number(/openPool\(directUrl, \{ max: (\d+) \}\)/.exec(source)?.[1])
  const pooled = Number(
    /default_pool_size = (\d+)/.exec(readFileSync('operations/pgbouncer/pgbouncer.ini', 'utf8'))?.[1],
  )
  for (const [processes = 0, directConnections, pooledConnections] of readTable('Connections').map((row) =>
    row.map(readNumber),
  )) {
    // Either way, one more connection listens for notifications.
    expect([processes, directConnections]).toEqual([processes, processes * (perProcess + 1)])
    expect([processes, pooledConnections]).toEqual([processes, pooled + processes * (1 + direct)])
  }
  expect(page).toContain(`at most ${perProcess} connections`)
})

test('the page states the configured number of open pages per process', () => {
  const source = readFileSync('src/platform/server/live/live-updates.ts', 'utf8')
  const maxStreams = Number(/MAX_STREAMS_PER_PROCESS = ([\d_]+)/.exec(source)?.[1]?.replace('_', ''))
  expect(page).toContain(`A process follows ${maxStreams.toLocaleString('en-GB')} open pages`)
})
