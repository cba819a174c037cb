import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { payAsBrowser } from '#tests/support/site/pay-as-browser.ts'
import { person, Shopper } from '#tests/support/site/shopper.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import journeys from '../../playwright.config.ts'

// `npm run lighthouse` runs Lighthouse on every public page as on a slow phone, and on the portal of a member with a
// package. It shows the medians of five runs. `npm run lighthouse -- /about --runs 1` measures one page once.
// Lighthouse simulates the slow phone on this machine, so other load counts four times.

type Column = { name: string; read: (result: Result) => number; digits: number; isMet: (median: number) => boolean }

const seo = category('SEO', 'seo')
const accessibility = category('accessibility', 'accessibility')
const bestPractices = category('best practices', 'best-practices')
const columns: Column[] = [
  category('performance', 'performance'),
  accessibility,
  bestPractices,
  seo,
  { name: 'LCP s', read: audit('largest-contentful-paint', 1_000), digits: 2, isMet: (seconds) => seconds < 0.9 },
  { name: 'CLS', read: audit('cumulative-layout-shift'), digits: 3, isMet: (shift) => shift < 0.02 },
  { name: 'TBT ms', read: audit('total-blocking-time'), digits: 0, isMet: (milliseconds) => milliseconds < 50 },
]

/** Pages that search engines must not list. */
const unlisted = ['/login', '/register']
const portal = ['/portal', '/portal/packages', '/portal/bookings']

/** Search engines never see the portal, and its content waits for scripts and for the login. */
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
  const applicable = columns.filter((column) => column !== seo || !unlisted.includes(path))
  writeRow(path, ...columns.map((column) => (applicable.includes(column) ? cell(column, results) : '')))
}
if (process.exitCode) process.stdout.write('\n! misses its target\n')

async function listedPaths(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
}

/** Buys a package and logs in with the measured browser. Once is enough, because the login outlives the runs. */
async function enterPortal() {
  if (isInPortal) return
  isInPortal = true
  await buyPackage()
  const debuggedBrowser = await chromium.connectOverCDP(`http://127.0.0.1:${browser.port}`)
  const page = await debuggedBrowser.contexts()[0]?.newPage()
  if (!page) throw new Error('The browser has no window')
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/portal/dashboard')
  await page.close()
  // Disconnects Playwright, so that only Lighthouse opens the next page.
  await debuggedBrowser.close()
}

async function buyPackage() {
  const shopper = new Shopper(() => site.url)
  const { data } = await shopper.order()
  const { publishableKey } = (await shopper.get('/api/quotes/uk/my-future-basic')).data.provider
  await payAsBrowser(site.sandboxUrl, publishableKey, data.clientSecret, 'tok_visa')
  const { data: purchase } = await shopper.post(`/api/purchases/${data.purchase.id}/confirmation`)
  if (purchase.status !== 'completed') throw new Error(`The paid purchase has the status ${purchase.status}`)
}

/** Lighthouse clears the browser's cache before each run but keeps the login, so each run is a first visit. */
async function measure(path: string): Promise<Result> {
  const { lhr } = (await lighthouse(`${site.url}${path}`, { port: browser.port, logLevel: 'error' })) ?? {}
  if (!lhr || lhr.runtimeError) throw new Error(`${path} was not measured: ${lhr?.runtimeError?.message}`)
  return lhr
}

/** Starts the browser without Playwright, which would attach to the measured page. */
async function openBrowser() {
  const { executablePath = 'chromium', args = [] } = journeys.use?.launchOptions ?? {}
  const profile = await mkdtemp(join(tmpdir(), 'futureworld-browser-'))
  const measuringArgs = ['--headless', '--disable-renderer-backgrounding', '--remote-debugging-port=0']
  const browserProcess = spawn(
    executablePath,
    [...args, ...measuringArgs, `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  return {
    port: await readDebuggingPort(browserProcess.stderr),
    async [Symbol.asyncDispose]() {
      browserProcess.kill()
      await once(browserProcess, 'exit')
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readDebuggingPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const line of createInterface(output)) {
    const { port } = /^DevTools listening on ws:\/\/[^:]+:(?<port>\d+)/.exec(line)?.groups ?? {}
    if (!port) continue
    // Unread output would fill the pipe and block the browser.
    output.resume()
    return Number(port)
  }
  throw new Error('The browser did not start')
}

function category(name: string, id: string, minimum = 100): Column {
  const read = ({ categories }: Result) => Math.round((categories[id]?.score ?? 0) * 100)
  return { name, read, digits: 0, isMet: (points) => points >= minimum }
}

function audit(id: string, unit = 1) {
  return ({ audits }: Result) => (audits[id]?.numericValue ?? Number.NaN) / unit
}

/** The median, with the lowest and highest value if the runs differ. */
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
