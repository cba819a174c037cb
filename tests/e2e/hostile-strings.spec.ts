import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { readConfig } from '#app/server/config.ts'
import routes from '#app/web/routes.ts'
import { hostileStrings, MARK } from '../support/hostile-strings.ts'
import { freePort, type RunningSite, startSite } from '../support/start-site.ts'
import { fillWithHostileStrings, type HostilePeople } from './support/hostile-site.ts'
import { test as base, expect, withoutStream } from './support/test.ts'

/** By the directory of their site. */
const filled = new Map<string, HostilePeople>()

/** SECURITY S10. Its pages come from the table of routes: a new one is opened by being there. */

const test = base.extend<object, { site: RunningSite; people: HostilePeople }>({
  people: [async ({ site }, use) => use(filled.get(site.data) as HostilePeople), { scope: 'worker' }],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'futureworld-hostile-'))
      const ports = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) }
      filled.set(directory, await fillWithHostileStrings(readConfig({ DATA_DIR: directory, ...ports })))
      const site = await startSite({ directory })
      await use(site)
      await site.kill()
      await rm(directory, { recursive: true })
    },
    { scope: 'worker', timeout: 900_000 },
  ],
})

/** Of each kind of page with something's id in its address. */
const MOST_OF_A_KIND = 6

test('text of people is taken wherever they write freely', ({ people }) => {
  const { taken } = people
  for (const field of ['complaint', 'conversation', 'notes', 'comment', 'rating'])
    expect(taken[field], field).toBe(hostileStrings.length)
  // Of one line, without what cannot be seen, and shorter.
  for (const field of ['name', 'contact name', 'company', 'file name']) expect(taken[field], field).toBeGreaterThan(45)
})

test('every screen of the back office shows hostile text as text', async ({ page, people }) => {
  test.setTimeout(900_000)
  await enterAs(page, people.administrator)
  // The calendar begins with this week and the board with what is late; the others are found by who looks for them.
  const others = [
    ...people.bookingIds.map((id) => `/admin/bookings/${id}`),
    ...people.itemIds.map((id) => `/admin/deliverables/${id}`),
  ]
  const seen = await openAll(page, pathsBelow('admin'), others)
  const words = seen.join('\n')
  for (const text of hostileStrings) expect(words, text).toContain(beginning(text))
})

test('every screen of a consultant shows hostile text as text', async ({ page, people }) => {
  test.setTimeout(900_000)
  await enterAs(page, people.consultant)
  // The agenda begins today, and leads to what was held before only by its buttons.
  const sessions = people.bookingIds.map((id) => `/portal/consultant/bookings/${id}`)
  await openAll(page, pathsBelow('portal/consultant'), sessions)
})

test('every screen of a member shows hostile text as text', async ({ page, people }) => {
  test.setTimeout(900_000)
  const [first, ...others] = people.members.entries()
  if (!first) throw new Error('There is no member')
  await enterAs(page, first[1])
  // What only consultants may open sends a member home.
  const own = pathsBelow('portal').filter((path) => !path.startsWith('portal/consultant'))
  await openAll(page, own)
  for (const [number, member] of others) {
    await enterAs(page, member)
    const seen = await openAll(page, ['portal/messages'])
    expect(seen.join('\n')).toContain(beginning(hostileStrings[number] ?? ''))
  }
})

/**
 * Opens every page, and some of each kind to which they link.
 * @param known besides those to which pages link
 * @returns what stands on them
 */
async function openAll(page: Page, paths: string[], known: string[] = []): Promise<string[]> {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  const seen: string[] = []
  const links = new Set<string>(known)
  const open = async (address: string) => {
    await page.goto(address)
    await showAll(page)
    const main = page.getByRole('main')
    seen.push(((await main.textContent()) ?? '').replaceAll(/\s+/g, ' '))
    const found = await main.getByRole('link').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const href of found) links.add(new URL(href).pathname)
    expect(await page.evaluate((mark) => mark in window, MARK), `${address} has run what somebody wrote`).toBe(false)
    expect(await hostileElements(page), address).toEqual([])
  }
  for (const path of paths.filter((each) => !each.includes(':'))) await open(`/${path}`)
  for (const path of paths.filter((each) => each.includes(':'))) {
    const pattern = new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/]+')}$`)
    const reached = [...links].filter((link) => pattern.test(link) && !paths.includes(link.slice(1)))
    expect(reached, `no page leads to /${path}`).not.toEqual([])
    for (const link of reached.slice(0, MOST_OF_A_KIND)) await open(link)
  }
  expect(dialogs).toEqual([])
  return seen
}

/** All rows of all its lists. */
async function showAll(page: Page) {
  await expect(page.getByRole('main')).toBeVisible()
  // The scripts begin after the page has loaded: the network may be idle before they do.
  await expect(page.locator('form[data-asleep]')).toHaveCount(0)
  await expect(
    page.getByRole('status', { name: 'Loading' }).or(page.getByText('Loading', { exact: true })),
  ).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const more = page.getByRole('main').getByRole('button', { name: 'Load more' })
  for (let pages = 0; pages < 20 && (await more.count()) > 0; pages += 1) {
    const answered = page.waitForResponse((response) => response.url().includes('cursor='))
    await more.first().click()
    await (await answered).finished()
    await expect(page.getByRole('button', { name: 'Loading…' })).toHaveCount(0)
  }
}

/** Nothing of ours points to evil.example, listens in its markup or asks for a login there. */
function hostileElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[href*="evil.example"], [src*="evil.example"], form[action], base, [onerror], [onload]',
      ),
    ].map((element) => element.outerHTML),
  )
}

/** As somebody who logged in before: their login is what the browser has kept. */
async function enterAs(page: Page, { email, password }: { email: string; password: string }) {
  await withoutStream(page)
  const response = await page.request.post('/api/auth/login', { data: { email, password } })
  const { data } = await response.json()
  await page.goto('/robots.txt')
  await page.evaluate((login) => {
    localStorage.setItem('authToken', login.token)
    localStorage.setItem('auth', JSON.stringify({ state: { login: { data: login } }, version: 0 }))
    localStorage.setItem('adminAuthenticated', 'true')
  }, data)
}

function pathsBelow(folder: string): string[] {
  const flatten = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...flatten(children)])
  return flatten(routes).filter((path) => path === folder || path.startsWith(`${folder}/`))
}

/** As lists show it: in one line, and its end may be cut off. */
function beginning(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 50).trim()
}
