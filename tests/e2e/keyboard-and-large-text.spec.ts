import type { Page } from '@playwright/test'
import { expect, logIn, openAccount, test, widths, withoutStream } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport, reducedMotion: 'reduce' })

    test('every link, button and field is reached by Tab, seen when it is, and left again', async ({
      page,
      request,
    }) => {
      test.slow()
      for (const path of [...(await sitemap(request)), '/login', '/register']) {
        await page.goto(path, { waitUntil: 'networkidle' })
        const walk = await walkByTab(page)
        expect.soft(walk.unseen, `${path}: focus that cannot be seen`).toEqual([])
        expect.soft(walk.missed, `${path}: never reached`).toEqual([])
        expect.soft(walk.reached, `${path}: the walk comes to its end`).toBeGreaterThan(10)
      }
    })

    test('text of twice the size is whole and scrolls one way only', async ({ page, request }) => {
      test.slow()
      for (const path of [...(await sitemap(request)), '/login', '/register']) {
        await page.goto(path, { waitUntil: 'networkidle' })
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect.soft(await cutText(page), `${path}: text that is cut`).toEqual([])
      }
    })
  })
}

for (const width of [320, 390]) {
  test(`the portal in text of twice the size scrolls one way only on ${width} pixels`, async ({
    page,
    site,
    visitor,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await withoutStream(page)
    await openAccount(site, visitor)
    await page.goto('/login')
    await logIn(page, visitor)
    await expect(page).toHaveURL(/\/portal\/dashboard/)
    for (const path of [
      '/portal/dashboard',
      '/portal/packages',
      '/portal/bookings',
      '/portal/bookings/new',
      '/portal/invoices',
      '/portal/profile',
      '/portal/security',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect.soft(await cutText(page), `${path}: text that is cut`).toEqual([])
    }
  })
}

async function sitemap(request: { get: (path: string) => Promise<{ text: () => Promise<string> }> }) {
  const xml = await (await request.get('/sitemap.xml')).text()
  const paths = [...xml.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
  expect(paths.length).toBeGreaterThan(8)
  return paths
}

/** Presses Tab until the page is left, and looks at every place where the focus comes to rest. */
async function walkByTab(page: Page) {
  await page.evaluate(() => {
    const focusable =
      'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary, [tabindex="0"]'
    for (const element of document.querySelectorAll<HTMLElement>(focusable)) {
      // Of radio buttons of one name the keyboard stops at one; what lies in a closed menu is reached when it is open.
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

/** Runs in the page. @returns nothing once the focus has left it, or has begun anew */
function lookAtFocus() {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body || element.dataset.walk === 'reached') return undefined
  element.dataset.walk = 'reached'
  const style = getComputedStyle(element)
  const hasMark =
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  // A link over two lines, or a field taller than the screen: the part of its first line that is in view.
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

/** Elements whose text is longer than their room, and those that make the page scroll sideways. */
function cutText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Drawings may be cut: only words may not.
    for (const drawing of document.querySelectorAll<SVGElement>('svg')) drawing.style.display = 'none'
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
