import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { readConfig } from '#app/config/config.ts'
import routes from '#app/web/routes.ts'
import { hostileStrings, MARK } from '../../support/proof/hostile-strings.ts'
import { freePort, type RunningSite, startSite } from '../../support/site/start-site.ts'
import { type Credentials, keepLogin } from '../support/api.ts'
import { fillWithHostileStrings, type HostilePeople } from '../support/hostile-site.ts'
import { blockEventStreams, expect, expectHydrated, onSite } from '../support/test.ts'

/** The people on each hostile site, keyed by the site's data directory. */
const filled = new Map<string, HostilePeople>()

/** The pages come from the route table, so new routes are covered automatically. */

const onHostileSite = onSite(async (use) => {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-hostile-'))
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
  filled.set(directory, await fillWithHostileStrings(readConfig({ DATA_DIR: directory, ...ports })))
  const site = await startSite({ directory })
  await use(site)
  await site.kill()
  await rm(directory, { recursive: true })
})
const test = onHostileSite.extend<object, { people: HostilePeople }>({
  people: [async ({ site }, use) => use(filled.get(site.data) as HostilePeople), { scope: 'worker' }],
})

/** Long, because each test opens many pages one after another. */
const TIME_FOR_ALL = 900_000

/** The most pages to open for each route with an id in its path. */
const MAX_OF_A_KIND = 6

test('free-text fields accept every hostile string, and single-line fields accept most', ({ people }) => {
  const { acceptedCounts } = people
  for (const field of ['complaint', 'conversation', 'notes', 'comment', 'rating'])
    expect(acceptedCounts[field], field).toBe(hostileStrings.length)
  // Single-line fields reject invisible characters and have lower length limits.
  for (const field of ['name', 'contact name', 'company', 'file name'])
    expect(acceptedCounts[field], field).toBeGreaterThan(45)
})

test('every screen in the back office shows hostile text as text', async ({ page, site, people }) => {
  test.setTimeout(TIME_FOR_ALL)
  await enterAs(page, site, people.administrator)
  // The calendar starts with this week and the board with late items, so pages that neither links to are added by id.
  const others = [
    ...people.bookingIds.map((id) => `/admin/bookings/${id}`),
    ...people.itemIds.map((id) => `/admin/deliverables/${id}`),
  ]
  const pageTexts = await openAll(page, pathsBelow('admin'), others)
  const allText = pageTexts.join('\n')
  for (const text of hostileStrings) expect(allText, text).toContain(beginning(text))
})

test('every screen that a consultant sees shows hostile text as text', async ({ page, site, people }) => {
  test.setTimeout(TIME_FOR_ALL)
  await enterAs(page, site, people.consultant)
  // The agenda starts today and shows past sessions only after a click, so they are added by id.
  const sessions = people.bookingIds.map((id) => `/portal/consultant/bookings/${id}`)
  await openAll(page, pathsBelow('portal/consultant'), sessions)
})

test('every screen that a member sees shows hostile text as text', async ({ page, site, people }) => {
  const member = people.members[0]
  if (!member) throw new Error('There is no member')
  await enterAs(page, site, member)
  // Consultants' pages redirect members.
  const memberPaths = pathsBelow('portal').filter((path) => !path.startsWith('portal/consultant'))
  const allText = (await openAll(page, memberPaths)).join('\n')
  for (const text of hostileStrings) expect(allText, text).toContain(beginning(text))
})

/**
 * Opens every page, and up to MAX_OF_A_KIND linked pages per route.
 * @param initialPaths paths to open in addition to those found in links
 * @returns the text of each page
 */
async function openAll(page: Page, paths: string[], initialPaths: string[] = []): Promise<string[]> {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  const waiting = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'fetch' && waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  const pageTexts: string[] = []
  const links = new Set<string>(initialPaths)
  const open = async (address: string) => {
    waiting.clear()
    await page.goto(address)
    await showAll(page, waiting)
    const main = page.getByRole('main')
    pageTexts.push(((await main.textContent()) ?? '').replaceAll(/\s+/g, ' '))
    const hrefs = await main.getByRole('link').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const href of hrefs) links.add(new URL(href).pathname)
    expect(await page.evaluate((mark) => mark in window, MARK), `${address} has executed hostile text`).toBe(false)
    expect(await hostileElements(page), address).toEqual([])
  }
  for (const path of paths.filter((each) => !each.includes(':'))) await open(`/${path}`)
  for (const path of paths.filter((each) => each.includes(':'))) {
    const pattern = new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    const reached = [...links].filter((link) => pattern.test(link) && !paths.includes(link.slice(1)))
    expect(reached, `no page leads to /${path}`).not.toEqual([])
    for (const link of reached.slice(0, MAX_OF_A_KIND)) await open(link)
  }
  expect(dialogs).toEqual([])
  return pageTexts
}

/**
 * Loads all rows of all lists.
 * @param waiting requests that have no response yet
 */
async function showAll(page: Page, waiting: Set<Request>) {
  await expectHydrated(page)
  await expect(
    page.getByRole('status', { name: 'Loading' }).or(page.getByText('Loading', { exact: true })),
  ).toHaveCount(0)
  await expect.poll(() => waiting.size, { intervals: [20] }).toBe(0)
  const more = page.getByRole('main').getByRole('button', { name: 'Load more' })
  for (let pages = 0; pages < 20 && (await more.count()) > 0; pages += 1) {
    const answered = page.waitForResponse((response) => response.url().includes('cursor='))
    await more.first().click()
    await (await answered).finished()
    await expect(page.getByRole('button', { name: 'Loading…' })).toHaveCount(0)
  }
}

/** Finds elements that only hostile text could add: our own markup has no form actions or inline handlers. */
function hostileElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[href*="evil.example"], [src*="evil.example"], form[action], base, [onerror], [onload]',
      ),
    ].map((element) => element.outerHTML),
  )
}

async function enterAs(page: Page, site: RunningSite, who: Credentials) {
  await blockEventStreams(page)
  await keepLogin(page, site, who)
}

function pathsBelow(folder: string): string[] {
  const flatten = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...flatten(children)])
  return flatten(routes).filter((path) => path === folder || path.startsWith(`${folder}/`))
}

/** The text as lists show it: on one line, and possibly truncated. */
function beginning(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 50).trim()
}
