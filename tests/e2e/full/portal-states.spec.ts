import type { Locator, Page, Route } from '@playwright/test'
import { enterPortal } from '../support/api.ts'
import { fullPackagePath, longName, mockBookedMember, mockFullMember } from '../support/full-member.ts'
import { desktop, phone } from '../support/screen-sizes.ts'
import { blockEventStreams, expect, hold, test } from '../support/test.ts'

/** Each portal page, its first request, and what it shows a member without packages. */
const screens = [
  { name: 'dashboard', path: '/portal/dashboard', asks: '/api/portal/dashboard', empty: 'No packages purchased yet' },
  { name: 'profile', path: '/portal/profile', asks: '/api/account', empty: 'Personal information' },
  { name: 'packages', path: '/portal/packages', asks: '/api/entitlements', empty: 'No packages purchased yet' },
  { name: 'bookings', path: '/portal/bookings', asks: '/api/bookings', empty: 'No packages purchased yet' },
  { name: 'messages', path: '/portal/messages', asks: '/api/conversation', empty: 'Write to us' },
  { name: 'notifications', path: '/portal/notifications', asks: '/api/notifications', empty: '4 unread' },
  { name: 'invoices', path: '/portal/invoices', asks: '/api/documents', empty: 'No packages purchased yet' },
]

const security = { name: 'security', path: '/portal/security', asks: '/api/account/sessions' }

test.use({ viewport: phone, reducedMotion: 'reduce' })

test('every portal page has an accessible empty state for a new member', async ({ memberPage: page, look }) => {
  test.slow()
  for (const { name, path, empty } of screens) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(empty).first()).toBeVisible()
    await look(`${name}-empty`, { inLargeText: true })
    await expectRoomForThumbs(page, name)
  }
  await page.goto(security.path)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await look('security-empty', { inLargeText: true })
  await expectRoomForThumbs(page, 'security')
})

test('every portal page has room for long lists and the longest names', async ({ page, site, visitor, look }) => {
  test.slow()
  await blockEventStreams(page)
  await enterPortal(page, site, { ...visitor, firstName: 'Hubert Blaine', lastName: longName.slice(0, 60) })
  await mockFullMember(page)
  await mockBookedMember(page)
  const full = [...screens, { name: 'package', path: fullPackagePath }, security]
  for (const { name, path } of full) {
    await page.goto(path)
    await expect(
      page
        .getByRole('main')
        .getByText(/Persönlichkeits|Hohenlohe|Personal information/)
        .first(),
    ).toBeVisible()
    await look(`${name}-full`, { inLargeText: true })
    await expectRoomForThumbs(page, name)
  }
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: 'See all notifications' })).toBeVisible()
  await look('bell-full')
})

test('the page frame is shown while data loads and does not move when the data arrives', async ({
  memberPage: page,
  look,
}) => {
  test.slow()
  for (const { name, path, asks, empty } of screens) {
    const letGo = await hold(page, toUrlPattern(asks))
    await page.goto(path)
    const spinner = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /^Loading$/ })
    await expect(spinner).toBeVisible()
    const before = await listFrames(page)
    await look(`${name}-loading`)
    letGo()
    await expect(page.getByRole('main').getByText(empty).first()).toBeVisible()
    await expect(spinner).toBeHidden()
    expect(await listFrames(page), `${name}: the frame stays where it was`).toEqual(before)
  }
})

test('if a request fails, the page shows an error and a retry button, and the rest of the page stays', async ({
  memberPage: page,
  look,
}) => {
  const { path, asks, empty } = {
    path: '/portal/packages',
    asks: '/api/entitlements',
    empty: 'No packages purchased yet',
  }
  for (const fail of failures) {
    const isRequested = ({ pathname }: URL) => pathname === asks
    await page.route(isRequested, fail)
    await page.goto(path)
    const problem = page.getByRole('main').getByRole('alert').filter({ hasText: 'We couldn’t load this page' })
    await expect(problem).toContainText(/page\w+ \S+ \w+/)
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
    await look('packages-error', { inLargeText: true })
    await page.unroute(isRequested)
    await tryAgain(page, problem, asks)
    await expect(page.getByRole('main').getByText(empty).first()).toBeVisible()
    await expect(problem).toBeHidden()
    expect(await focusIsLost(page)).toBe(false)
  }
})

/** Clicks again, as a person would, if the click was lost or the server could not respond in time. */
async function tryAgain(page: Page, problem: Locator, asks: string) {
  await expect(async () => {
    const reply = page.waitForResponse((response) => new URL(response.url()).pathname === asks, { timeout: 10_000 })
    await Promise.all([reply, problem.getByRole('button', { name: 'Try again' }).click({ timeout: 5_000 })])
    expect((await reply).status(), asks).toBe(200)
  }).toPass({ timeout: 60_000 })
}

const failures: ((route: Route) => Promise<void>)[] = [
  (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'unexpected', message: 'An unknown error occurred' } }),
  (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { success: false, code: 'service-unavailable', message: 'We are busy. Please try again in a moment.' },
    }),
  (route) => route.abort('connectionfailed'),
]

/** Matches the path with any query. */
const toUrlPattern = (path: string) => new RegExp(`^https?://[^/]+${path}(\\?|$)`)

/** The positions of the bars, the content area and the heading at both screen sizes. */
async function listFrames(page: Page) {
  const frames: string[][] = []
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    frames.push(await findFrame(page))
  }
  return frames
}

function findFrame(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('header, #main, nav, h1')].map((each) => {
      const { left, top, width } = each.getBoundingClientRect()
      return [each.tagName, left, top, width].join(' ')
    }),
  )
}

function focusIsLost(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement === document.body)
}

/** Checks that on a phone every control is at least 44 pixels in size, except links within a sentence. */
async function expectRoomForThumbs(page: Page, name: string) {
  if ((page.viewportSize()?.width ?? 0) > 800) return
  const small = await page.evaluate(() => {
    const pressed = 'a[href], button, summary, select, input:not([type=radio], [type=checkbox], [type=file])'
    const isPlain = (each: Element) => each.matches('p a, li p a, .link') && getComputedStyle(each).display === 'inline'
    return [...document.querySelectorAll(pressed)]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !isPlain(each))
      .filter((each) => !each.closest('.sr-only') && !each.matches('[href="#main"]'))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(
        ({ each, box }) =>
          `${each.tagName} "${each.textContent?.trim().slice(0, 40)}" ${box.width | 0}x${box.height | 0}`,
      )
  })
  expect.soft([...new Set(small)], `${name}: too small for a thumb`).toEqual([])
}
