import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import journeys from '../playwright.config.ts'
import { payAsBrowser } from '../tests/support/pay-as-browser.ts'
import { person, Shopper } from '../tests/support/shopper.ts'
import { startSite } from '../tests/support/start-site.ts'

// `npm run lighthouse`: what Lighthouse says of every public page on a slow telephone, as medians of five runs, and of
// the portal as a member sees it who has bought.
// `npm run lighthouse -- /about --runs 1` asks for one page, once.
// Its telephone is this machine, slowed down by calculation: what else runs here counts four times.

type Column = { name: string; read: (result: Result) => number; digits: number; isMet: (median: number) => boolean }

const seo = category('SEO', 'seo')
const accessibility = category('accessibility', 'accessibility')
const bestPractices = category('best practices', 'best-practices')
const columns: Column[] = [
  category('performance', 'performance'),
  accessibility,
  bestPractices,
  seo,
  { name: 'LCP s', read: audit('largest-contentful-paint', 1_000), digits: 2, isMet: (seconds) => seconds < 1.2 },
  { name: 'CLS', read: audit('cumulative-layout-shift'), digits: 3, isMet: (shift) => shift === 0 },
  { name: 'TBT ms', read: audit('total-blocking-time'), digits: 0, isMet: (milliseconds) => milliseconds < 50 },
]

/** Search engines are not to list these. */
const unlisted = ['/login', '/register']
const portal = ['/portal', '/portal/packages', '/portal/bookings']

/** Search engines never see it, and what it shows waits for scripts and for its member's login. */
const portalColumns = [category('performance', 'performance', 98), accessibility, bestPractices]

let isInPortal = false

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' } },
})
await using site = await startSite()
await using browser = await openBrowser()
const paths = positionals.length > 0 ? positionals : [...(await listedPaths()), ...unlisted, ...portal]

writeRow('', ...columns.map(({ name }) => name))
for (const path of paths) {
  const results: Result[] = []
  if (portal.includes(path)) await enterPortal()
  while (results.length < Number(values.runs)) results.push(await measure(path))
  if (portal.includes(path)) {
    writeRow(path, ...portalColumns.map((column) => cell(column, results)))
    continue
  }
  const asked = columns.filter((column) => column !== seo || !unlisted.includes(path))
  writeRow(path, ...columns.map((column) => (asked.includes(column) ? cell(column, results) : '')))
}
if (process.exitCode) process.stdout.write('\n! is not what is asked for\n')

async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
}

/** A member with a package, logged in where it is measured. Once: their login outlives the runs. */
async function enterPortal() {
  if (isInPortal) return
  isInPortal = true
  await buyPackage()
  const attached = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`)
  const page = await attached.contexts()[0]?.newPage()
  if (!page) throw new Error('The browser has no window')
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/portal/dashboard')
  await page.close()
  // Lets go of it: the next page is opened by Lighthouse alone.
  await attached.close()
}

async function buyPackage() {
  const shopper = new Shopper(() => site.url)
  const { data } = await shopper.order()
  const { publishableKey } = (await shopper.get('/api/quotes/uk/my-future-basic')).data.provider
  await payAsBrowser(site.sandboxUrl, publishableKey, data.clientSecret, 'tok_visa')
  const { data: purchase } = await shopper.post(`/api/purchases/${data.purchase.id}/confirmation`)
  if (purchase.status !== 'completed') throw new Error(`A paid purchase is ${purchase.status}`)
}

/** Lighthouse itself empties the browser's cache before each run, and leaves its login: every one is a first visit. */
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

function category(name: string, id: string, least = 100): Column {
  const read = ({ categories }: Result) => Math.round((categories[id]?.score ?? 0) * 100)
  return { name, read, digits: 0, isMet: (points) => points >= least }
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
