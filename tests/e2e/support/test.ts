import { type APIRequestContext, test as base, expect, type Locator, type Page, type Route } from '@playwright/test'
import { newPerson, type Person } from '../../support/given/new-person.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { buyPackage, enterPortal, keepLogin } from './api.ts'
import { checkScreen } from './check-screen.ts'
import { fillConsultancy } from './consultancy.ts'
import { administrator, withSite } from './site-with-data.ts'

export { expect }

type Fixtures = {
  visitor: Person
  look: (name: string, options?: { inLargeText: boolean }) => Promise<void>
  /** The session token of the visitor, who is registered and logged in. */
  memberToken: string
  memberPage: Page
  /**
   * Buys a package as this member.
   * @returns the purchase's id
   */
  buy: (packageId: string, market?: 'uk' | 'international') => Promise<string>
  adminToken: string
  adminPage: Page
}

/** Tests the built site. A console error or a violation of the content security policy fails the test. */
export const test = base.extend<Fixtures, { site: RunningSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  site: [async ({}, use) => withSite(fillConsultancy, use), { scope: 'worker', timeout: 600_000 }],
  baseURL: async ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  visitor: async ({}, use) => use(newPerson()),
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    // Accept the browser's question about unsaved changes when a test opens another URL.
    page.on('dialog', (dialog) => void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss()))
    // If a script catches a violation, the console does not show it.
    await page.addInitScript(() => {
      const complain = (event: SecurityPolicyViolationEvent) => console.error(event.violatedDirective, event.blockedURI)
      document.addEventListener('securitypolicyviolation', complain)
    })
    await use(page)
    expect(complaints.filter((text) => !isExpected(text))).toEqual([])
  },
  look: async ({ page }, use) => use((name, options) => checkScreen(page, name, options)),
  memberToken: async ({ page, site, visitor }, use) => use(await enterPortal(page, site, visitor)),
  memberPage: async ({ page, memberToken: _ }, use) => use(page),
  buy: async ({ site, memberToken }, use) => use((...choice) => buyPackage(site, memberToken, ...choice)),
  adminToken: async ({ page, site }, use) => use(await keepLogin(page, site, administrator)),
  adminPage: async ({ page, adminToken: _ }, use) => use(page),
})

/** The same tests on a different site, which `run` starts and stops. */
export function onSite(run: (use: (site: RunningSite) => Promise<void>) => Promise<void>) {
  return test.extend<object, { site: RunningSite }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    site: [async ({}, use) => run(use), { scope: 'worker', timeout: 900_000 }],
  })
}

// The browser logs each response with a status of 400 or above, and each connection that a test cuts. The tests check
// what the page shows instead. It also reports a fade from page to page that it skips, for example because a test that
// answers requests has switched off its cache, and the style sheet is late.
function isExpected(text: string): boolean {
  return /^Failed to load resource: (the server responded with a status of|net::ERR_(CONNECTION_FAILED|INTERNET_DISCONNECTED))|Transition was (aborted|skipped)/.test(
    text,
  )
}

/** Types into the provider's card field, which is in a frame of its own. */
export async function typeCard(page: Page, number: string, dateAndCode = '1234123') {
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  await enterField(frame.getByRole('textbox').first())
  await page.keyboard.type(`${number}${dateAndCode}`)
}

/** Types into the provider's three card fields in the basic checkout, each in a frame of its own. */
export async function typeSplitCard(page: Page, number: string, date = '1234', code = '123') {
  // The fields accept input only once Pay is enabled.
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
  for (const [title, text] of [
    ['card number', number],
    ['expiration date', date],
    ['CVC', code],
  ]) {
    const field = page.frameLocator(`iframe[title*="${title}" i]`).getByRole('textbox')
    await enterField(field)
    await page.keyboard.type(text ?? '')
  }
}

/**
 * Clicks until the field has focus. The page and the frame report focus from two processes, and if the browser handles
 * the page's report last, the field has no caret. A person would click again.
 */
async function enterField(field: Locator) {
  await expect(async () => {
    await field.click()
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

/** Replaces the card number in the basic checkout. */
export async function chooseCard(page: Page, number: string) {
  const field = page.frameLocator('iframe[title*="card number" i]').getByRole('textbox')
  await field.fill('')
  await enterField(field)
  await page.keyboard.type(number)
}

/** The bank's page, shown during 3-D Secure. */
export function bankFrame(page: Page) {
  return page.frameLocator('iframe[title*="authent" i]')
}

/** Only needed for packages that ask for the buyer's age. */
export async function confirmAge(page: Page) {
  await page.getByRole('group', { name: 'Are you under 18?' }).getByLabel('No').check()
}

/** Chooses, as a consumer, "Start today" and acknowledges the consequence. */
export async function startToday(page: Page) {
  await page.getByLabel('for myself').check()
  await page.getByLabel('Start today').check()
  await page.getByLabel(/I lose the right to cancel/).check()
}

/** Chooses, as a consumer, "Start on <date>", which is after the cancellation period. */
export async function startLater(page: Page) {
  await page.getByLabel('for myself').check()
  await page.getByLabel(/^Start on/).check()
}

/** Fills in the secure checkout for a package, so that only Pay is left to press. */
export async function fillCheckout(page: Page, packageId: string, start: 'today' | 'later', card: string) {
  await page.goto(`/checkout/stripe?package=${packageId}`)
  if (packageId.startsWith('my-future')) await confirmAge(page)
  await (start === 'today' ? startToday(page) : startLater(page))
  await typeCard(page, card)
}

export async function register(page: Page, visitor: Person) {
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel(/mobile/i).fill(visitor.mobile)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel(/confirm password/i).fill(visitor.password)
  await page.getByRole('button', { name: /create|register|sign up/i }).click()
}

export async function logIn(page: Page, visitor: Person) {
  const email = page.getByLabel('Email', { exact: true })
  await email.fill(visitor.email)
  await expect(email).toHaveValue(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

/**
 * Clears the browser's data from a page without scripts. A running page would notice the missing login and redirect
 * during the next step.
 */
export async function clearBrowser(page: Page) {
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/**
 * Holds requests to an address until the returned function is called.
 * @param times how many requests to hold; all of them by default
 */
export async function hold(page: Page, address: string | RegExp, times?: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(address, wait, times === undefined ? {} : { times })
  return resolve
}

/** The paths listed in the sitemap. */
export async function sitemapPaths(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text()
  const paths = [...xml.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
  expect(paths.length).toBeGreaterThan(8)
  return paths
}

/** Waits until React has hydrated the page, or until the script of a plain document has run. */
export async function expectHydrated(page: Page) {
  // Some forms wait for their first use.
  await page.evaluate(() => document.body.dispatchEvent(new Event('focusin', { bubbles: true })))
  await page.waitForFunction(() => {
    if (document.querySelector('style[data-sheet]')) return !document.querySelector('script[type="text/later"]')
    const place = document.querySelector('main *') ?? {}
    return Object.keys(place).some((key) => key.startsWith('__reactProps'))
  })
}

/**
 * Blocks the event streams of the bell and the conversations: they stay open, so the portal would never be network
 * idle.
 */
export async function blockEventStreams(page: Page) {
  const body = JSON.stringify({ success: false, code: 'too-many-streams', message: 'Not in this journey.' })
  await page.route('**/api/**/stream', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, contentType: 'application/json', body }),
  )
}
