import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import lighthouse, { type Result } from 'lighthouse'
import journeys from '../playwright.config.ts'
import { startSite } from '../tests/support/start-site.ts'

// `npm run lighthouse`: what Lighthouse says of every public page on a slow telephone, as medians of five runs.
// `npm run lighthouse -- /about --runs 1` asks for one page, once.
// Its telephone is this machine, slowed down by calculation: what else runs here counts four times.

type Column = { name: string; read: (result: Result) => number; digits: number; isMet: (median: number) => boolean }

const seo = category('SEO', 'seo')
const columns: Column[] = [
  category('performance', 'performance'),
  category('accessibility', 'accessibility'),
  category('best practices', 'best-practices'),
  seo,
  { name: 'LCP s', read: audit('largest-contentful-paint', 1_000), digits: 2, isMet: (seconds) => seconds < 1.2 },
  { name: 'CLS', read: audit('cumulative-layout-shift'), digits: 3, isMet: (shift) => shift === 0 },
  { name: 'TBT ms', read: audit('total-blocking-time'), digits: 0, isMet: (milliseconds) => milliseconds < 50 },
]

/** Search engines are not to list these. */
const unlisted = ['/login', '/register']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
})
await using site = await startSite()
await using browser = await openBrowser()
const paths = positionals.length > 0 ? positionals : [...(await listedPaths()), ...unlisted]

writeRow('', ...columns.map(({ name }) => name))
for (const path of paths) {
  const results: Result[] = []
  while (results.length < Number(values.runs)) results.push(await measure(path))
  const asked = columns.filter((column) => column !== seo || !unlisted.includes(path))
  writeRow(path, ...columns.map((column) => (asked.includes(column) ? cell(column, results) : '')))
}
if (process.exitCode) process.stdout.write('\n! is not what is asked for\n')

async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
}

/** Lighthouse itself empties the browser's cache and storage before each run: every one is a first visit. */
async function measure(path: string): Promise<Result> {
  const { lhr } = (await lighthouse(`${site.url}${path}`, { port: browser.port, logLevel: 'error' })) ?? {}
  if (!lhr || lhr.runtimeError) throw new Error(`${path} was not measured: ${lhr?.runtimeError?.message}`)
  return lhr
}

/** Not by Playwright, which would attach itself to the very page that is measured. */
async function openBrowser() {
  const { executablePath = 'chromium', args = [] } = journeys.use?.launchOptions ?? {}
  const profile = await mkdtemp(join(tmpdir(), 'futureworld-browser-'))
  const own = ['--headless', '--disable-renderer-backgrounding', '--remote-debugging-port=0']
  const running = spawn(executablePath, [...args, ...own, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return {
    port: await announcedPort(running.stderr),
    async [Symbol.asyncDispose]() {
      running.kill()
      await once(running, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function announcedPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface(output)) {
    const { port } = /^DevTools listening on ws:\/\/[^:]+:(?<port>\d+)/.exec(line)?.groups ?? {}
    if (!port) continue
    // What is not read would stop the browser in the end.
    output.resume()
    return Number(port)
  }
  throw new Error('The browser did not start')
}

function category(name: string, id: string): Column {
  const read = ({ categories }: Result) => Math.round((categories[id]?.score ?? 0) * 100)
  return { name, read, digits: 0, isMet: (points) => points === 100 }
}

function audit(id: string, unit = 1) {
  return ({ audits }: Result) => (audits[id]?.numericValue ?? Number.NaN) / unit
}

/** The median, with the least and the most where the runs differ. */
function cell({ read, digits, isMet }: Column, results: Result[]): string {
  const sorted = results.map(read).sort((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  if (!isMet(median)) process.exitCode = 1
  const [least, most] = [sorted.at(0)?.toFixed(digits), sorted.at(-1)?.toFixed(digits)]
  return `${isMet(median) ? '' : '!'}${median.toFixed(digits)}${least === most ? '' : ` (${least}-${most})`}`
}

function writeRow(path: string, ...cells: string[]) {
  process.stdout.write(`${path.padEnd(24)}${cells.map((text) => text.padEnd(18)).join('')}`.trimEnd().concat('\n'))
}
