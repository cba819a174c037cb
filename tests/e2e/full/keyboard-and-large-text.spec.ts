import type { Page } from '@playwright/test'
import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, expectHydrated, sitemapPaths, test } from '../support/test.ts'

for (const viewport of [phone, desktop]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('Tab reaches every control with visible focus, and text is not cut off at twice the size', async ({
      page,
      request,
    }) => {
      for (const path of [...(await sitemapPaths(request)), '/login', '/register']) {
        await page.goto(path)
        await expectHydrated(page)
        const walk = await walkByTab(page)
        expect.soft(walk.unseen, `${path}: focus that cannot be seen`).toEqual([])
        expect.soft(walk.missed, `${path}: never reached`).toEqual([])
        expect.soft(walk.reached, `${path}: the walk comes to its end`).toBeGreaterThan(10)
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect.soft(await cutText(page), `${path}: text that is cut`).toEqual([])
        if (viewport === phone) expect.soft(await headerHeight(page), `${path}: its header`).toBeLessThanOrEqual(96)
      }
    })
  })
}

test('at twice the text size, every portal page fits 320 pixels and its header is at most 96 pixels high', async ({
  memberPage: page,
}) => {
  for (const [path, words] of [
    ['/portal/dashboard', 'No packages purchased yet'],
    ['/portal/packages', 'No packages purchased yet'],
    ['/portal/bookings', 'No packages purchased yet'],
    ['/portal/bookings/new', 'Book a session'],
    ['/portal/messages', 'Write to us'],
    ['/portal/notifications', '4 unread'],
    ['/portal/invoices', 'No packages purchased yet'],
    ['/portal/profile', 'Personal information'],
    ['/portal/security', 'This device'],
    ['/checkout', 'Package not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await cutText(page), `${path} on ${width} pixels: text that is cut`).toEqual([])
    }
    expect.soft(await headerHeight(page), `${path}: its header`).toBeLessThanOrEqual(96)
  }
})

/** Presses Tab until focus leaves the page, and checks each focused element. */
async function walkByTab(page: Page) {
  await page.evaluate(() => {
    const focusable =
      'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]'
    for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
      // Tab reaches only one radio button per group, and menu entries only while the menu is open.
      const isThere = element.checkVisibility({ visibilityProperty: true, opacityProperty: false })
      const isSkipped = element.tabIndex < 0 || element.matches('input[type="radio"]') || element.closest('[inert]')
      if (isThere && !isSkipped) element.dataset.walk = 'to be reached'
    }
  })
  const unseen: string[] = []
  let reached = 0
  for (; reached < 200; reached += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(lookAtFocus)
    if (!stop) break
    if (!stop.isSeen) unseen.push(stop.name)
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll('[data-walk="to be reached"]')].map(({ outerHTML }) => outerHTML.slice(0, 120)),
  )
  return { unseen, missed, reached }
}

/**
 * Runs in the page.
 * @returns undefined once focus has left the page or started over
 */
function lookAtFocus() {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body || element.dataset.walk === 'reached') return undefined
  element.dataset.walk = 'reached'
  const style = getComputedStyle(element)
  const hasMark =
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  // If a link spans two lines or a field is taller than the screen, check the visible part of its first line.
  const { left = 0, top = 0, right = 0, bottom = 0 } = element.getClientRects()[0] ?? {}
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ]
  const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  const above = document.elementFromPoint(x, y)
  const isOnTop = above !== null && (element.contains(above) || above.contains(element))
  return { name: element.outerHTML.slice(0, 120), isSeen: hasMark && isInView && isOnTop }
}

function headerHeight(page: Page): Promise<number | undefined> {
  return page.evaluate(() => document.querySelector('header')?.getBoundingClientRect().height)
}

/** Finds elements that cut off their text or make the page scroll sideways. */
function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Drawings and documents in small may be cut off; text may not.
    for (const drawing of document.querySelectorAll<HTMLElement>('svg, [inert]')) drawing.style.display = 'none'
    const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => each.checkVisibility())
    const cut = elements.filter((each) => {
      const { overflowX, overflowY } = getComputedStyle(each)
      const hides = /hidden|clip/.test(overflowX + overflowY) && each.clientWidth > 1 && each.clientHeight > 1
      const isTooLong = each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2
      return hides && isTooLong && each.textContent?.trim()
    })
    const { scrollWidth, clientWidth } = document.documentElement
    const isWide = (each: Element) => each.getBoundingClientRect().right > clientWidth + 1
    const wide = elements.filter((each) => isWide(each) && ![...each.children].some(isWide))
    return [...cut, ...(scrollWidth > clientWidth ? wide : [])].map(({ outerHTML }) => outerHTML.slice(0, 160))
  })
}
