import type { Page, Route } from '@playwright/test'
import { beBookedMember, beFullMember, fullPackagePath, longName } from './support/full-member.ts'
import { enterPortal, expect, expectWholeWords, test, widths, withoutStream } from './support/test.ts'

/** Each screen of the portal, what it asks for first, and the words it has for somebody who owns nothing. */
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

for (const { name: width, viewport } of widths) {
  test.describe(width, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('every screen of a new member says what there is, and what to do about it', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      test.slow()
      await enterPortal(page, site, visitor)
      for (const { name, path, empty } of screens) {
        await page.goto(path)
        await expect(page.getByRole('main').getByText(empty).first()).toBeVisible()
        await look(`${name}-empty`)
        await expectWholeWords(page)
        await expectRoomForThumbs(page, name)
      }
      await page.goto(security.path)
      await expect(page.getByText('This device', { exact: true })).toBeVisible()
      await look('security-empty')
      await expectWholeWords(page)
      await expectRoomForThumbs(page, 'security')
    })

    test('every screen holds more than twenty of everything, and the longest of names', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      test.slow()
      await withoutStream(page)
      await enterPortal(page, site, { ...visitor, firstName: 'Hubert Blaine', lastName: longName.slice(0, 60) })
      await beFullMember(page)
      await beBookedMember(page)
      const full = [...screens, { name: 'package', path: fullPackagePath }, security]
      for (const { name, path } of full) {
        await page.goto(path)
        await expect(
          page
            .getByRole('main')
            .getByText(/Persönlichkeits|Hohenlohe|Personal information/)
            .first(),
        ).toBeVisible()
        await look(`${name}-full`)
        await expectWholeWords(page)
        await expectRoomForThumbs(page, name)
      }
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(page.getByRole('link', { name: 'See all notifications' })).toBeVisible()
      await look('bell-full')
    })

    test('while an answer is awaited the frame is there already, and nothing of it moves when the answer comes', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      test.slow()
      await enterPortal(page, site, visitor)
      for (const { name, path, asks, empty } of screens) {
        const held = await hold(page, asks)
        await page.goto(path)
        const spinner = page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /^Loading$/ })
        await expect(spinner).toBeVisible()
        const before = await frameOf(page)
        await look(`${name}-loading`)
        held.letGo()
        await expect(page.getByRole('main').getByText(empty).first()).toBeVisible()
        await expect(spinner).toBeHidden()
        expect(await frameOf(page), `${name}: the frame stays where it was`).toEqual(before)
      }
    })

    test('what cannot be loaded is said in a sentence, the rest stays, and it can be tried again', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      test.slow()
      await enterPortal(page, site, visitor)
      for (const [at, { name, path, asks, empty }] of screens.entries()) {
        const wanted = ({ pathname }: URL) => pathname === asks
        await page.route(wanted, (route) => fail(route, at))
        await page.goto(path)
        const problem = page.getByRole('main').getByRole('alert').filter({ hasText: 'This page could not be loaded' })
        await expect(problem).toContainText(/loaded\w+ \w+ \w+/)
        await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
        await look(`${name}-error`)
        await expectWholeWords(page)
        await page.unroute(wanted)
        await problem.getByRole('button', { name: 'Try again' }).click()
        await expect(page.getByRole('main').getByText(empty).first()).toBeVisible()
        await expect(problem).toBeHidden()
        expect(await focusIsLost(page), `${name}: the focus after trying again`).toBe(false)
      }
      await page.route(`**${security.asks}`, (route) => fail(route, 0))
      await page.goto(security.path)
      await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
      await look('security-error')
      await page.unroute(`**${security.asks}`)
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(page.getByText('This device', { exact: true })).toBeVisible()
    })
  })
}

const failures: ((route: Route) => Promise<void>)[] = [
  (route) =>
    route.fulfill({ status: 500, json: { success: false, code: 'unexpected', message: 'An unknown error occurred' } }),
  (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { success: false, code: 'service-away', message: 'We are busy. Please try again in a moment.' },
    }),
  (route) => route.abort('connectionfailed'),
]

async function fail(route: Route, at: number) {
  await failures[at % failures.length]?.(route)
}

/** Answers to a path are not given before the test says so. */
async function hold(page: Page, path: string) {
  const gate = Promise.withResolvers<void>()
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      await gate.promise
      await route.continue()
    },
  )
  return { letGo: gate.resolve }
}

/** Where the bars and the place of the content are. */
function frameOf(page: Page) {
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

/** On a phone everything that is pressed has room for a thumb: 44 pixels, but for links within a sentence. */
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
