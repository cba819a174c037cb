import { randomInt, randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { type RunningSite, startSite } from '../../support/start-site.ts'

export { expect }

/** The two widths that every screen is made for. */
export const widths = [
  { name: 'phone', viewport: { width: 390, height: 844 } },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
] as const

export type Visitor = { firstName: string; lastName: string; email: string; mobile: string; password: string }

/** A visitor of the built site. A page that complains in its console, or breaks its content policy, fails its test. */
export const test = base.extend<{ visitor: Visitor; look: (name: string) => Promise<void> }, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using site = await startSite({ environment: { TRUST_PROXY: 'loopback' } })
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  visitor: async ({}, use) =>
    use({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: `${randomUUID()}@example.org`,
      mobile: '+447700900123',
      password: 'a long enough password',
    }),
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    // The console is silent about what a script tried and got over.
    await page.addInitScript(() => {
      const complain = (event: SecurityPolicyViolationEvent) => console.error(event.violatedDirective, event.blockedURI)
      document.addEventListener('securitypolicyviolation', complain)
    })
    await use(page)
    expect(complaints.filter((text) => !isExpected(text))).toEqual([])
  },
  /** Checks a screen for everybody's use, and keeps its picture. */
  look: async ({ page }, use, testInfo) => {
    await use(async (name) => {
      await settled(page)
      // In a frame that runs nothing the check would wait for ever.
      const check = new AxeBuilder({ page }).withTags(wcag).exclude('iframe[sandbox=""]')
      const { violations } = await check.analyze()
      expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
      expect.soft(await sidewaysScroll(page), `${name} scrolls sideways`).toBe(0)
      await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: true })
    })
  },
})

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// The browser itself reports every answer of 400 and above there, and every connection that a test cuts; what the page
// makes of it is tested in the page.
function isExpected(text: string): boolean {
  return /^Failed to load resource: (the server responded with a status of|net::ERR_(CONNECTION_FAILED|INTERNET_DISCONNECTED))/.test(
    text,
  )
}

/** Fonts are there and nothing fades or slides any more, so that contrast is measured on what people read. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    // A toast's progress bar and a spinner go on for longer: they do not hide what is to be read.
    const short = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= 1_000)
    await Promise.all(short.map((animation) => animation.finished.catch(() => {})))
  })
}

function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/**
 * On a phone with text of twice the size no word is broken over two lines that would find room on one. A wide page that
 * is enlarged is a narrow one to its browser.
 */
export async function expectWholeWords(page: Page) {
  if ((page.viewportSize()?.width ?? 0) > 800) return
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect.soft(await brokenWords(page)).toEqual([])
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What is longer may have to be broken, and an address may be.
    const words = /(?<!\S*@\S*)(?<![\p{L}\d.])[\p{L}\d:’]{2,14}(?![\p{L}\d.]|\S*@)/gu
    const isOnTwoLines = (text: Node, { 0: word, index }: RegExpExecArray) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))
      return new Set(tops).size > 1
    }
    const elements = [...document.querySelectorAll('body :not(.sr-only, .sr-only *, option)')]
    return elements
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .flatMap(({ childNodes }) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE))
      .flatMap((text) => [...(text as Text).data.matchAll(words)].filter((word) => isOnTwoLines(text, word)))
      .map(([word]) => word)
  })
}

/** Types into the provider's card field, which is a frame of its own. */
export async function typeCard(page: Page, number: string, dateAndCode = '1234123') {
  const frame = page.frameLocator('iframe[title*="card" i]').first()
  await enterField(frame.getByRole('textbox').first())
  await page.keyboard.type(`${number}${dateAndCode}`)
}

/** Types into the provider's three card fields of the basic checkout, each a frame of its own. */
export async function typeSplitCard(page: Page, number: string, date = '1234', code = '123') {
  // Not before the fields listen.
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
 * Of two processes that tell of a focus at the same moment, page and frame, the browser may hear the page last: then
 * nothing blinks in the field, and a person presses once more.
 */
async function enterField(field: Locator) {
  await expect(async () => {
    await field.click()
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

/** Another number in place of the one that stands there. */
export async function chooseCard(page: Page, number: string) {
  const field = page.frameLocator('iframe[title*="card number" i]').getByRole('textbox')
  await field.fill('')
  await enterField(field)
  await page.keyboard.type(number)
}

/** Where the package asks for the age. */
export async function beOfAge(page: Page) {
  await page.getByRole('group', { name: 'Are you under 18?' }).getByLabel('No').check()
}

export async function register(page: Page, visitor: Visitor) {
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel(/mobile/i).fill(visitor.mobile)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel(/confirm password/i).fill(visitor.password)
  await page.getByRole('button', { name: /create|register|sign up/i }).click()
}

export async function logIn(page: Page, visitor: Visitor) {
  const email = page.getByLabel('Email', { exact: true })
  await email.fill(visitor.email)
  await expect(email).toHaveValue(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

/** A member in front of the portal's first screen. */
export async function enterPortal(page: Page, site: RunningSite, visitor: Visitor) {
  await openAccount(site, visitor)
  await page.goto('/login')
  await logIn(page, visitor)
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
}

/**
 * The browser as nobody left it, with a page that runs no script: one that still ran would find its login gone, and go
 * home in the middle of what comes next.
 */
export async function becomeNobody(page: Page) {
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** An account that is there already, made by the API; from elsewhere, as one address may not open many. */
export async function openAccount(site: RunningSite, visitor: Visitor) {
  const elsewhere = `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}`
  const response = await fetch(`${site.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': elsewhere },
    body: JSON.stringify(visitor),
  })
  expect(response.status).toBe(200)
}

/** Lines to the bell and to conversations stay open, so that Playwright never calls the network of the portal idle. */
export async function withoutStream(page: Page) {
  const body = JSON.stringify({ success: false, code: 'too-many-streams', message: 'Not in this journey.' })
  await page.route('**/api/**/stream', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '600' }, contentType: 'application/json', body }),
  )
}

/** The scripts of all pages that the portal's menu leads to are here; the last of them is the page of security. */
export async function fetchedAhead(page: Page) {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.some(({ name, responseEnd }) => /\/security-page-[^/]+\.js$/.test(name) && responseEnd > 0)
  })
}
