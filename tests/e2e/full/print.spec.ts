import type { Page } from '@playwright/test'
import { fullPackagePath, mockFullMember } from '../support/full-member.ts'
import { blockEventStreams, expect, sitemapPaths, test } from '../support/test.ts'

/** The area between the margins of an A4 sheet, in CSS pixels. */
const sheet = { width: 718, height: 1047 }

test.use({ viewport: sheet, reducedMotion: 'reduce' })

test('public pages print black on white, fit the paper, and omit navigation and buttons', async ({ page, request }) => {
  await page.emulateMedia({ media: 'print' })
  for (const path of await sitemapPaths(request)) {
    await page.goto(path)
    await expectPrintable(page, path)
  }
})

test('portal pages print black on white, fit the paper, and omit navigation and buttons', async ({
  memberPage: page,
}) => {
  await blockEventStreams(page)
  await mockFullMember(page)
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/portal/packages', fullPackagePath, '/portal/invoices']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText('MY FUTURE').first()).toBeVisible()
    await expectPrintable(page, path)
  }
})

async function expectPrintable(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.screenshot({ path: `test-results/print${path.replaceAll('/', '-')}.png`, fullPage: true })
  const omitted = ['nav', 'button', 'aside', 'a[href="#main"]', 'a[data-film]'].map((each) => `${each}:visible`)
  await expect(page.locator(omitted.join()), path).toHaveCount(0)
  const { colours, sideways, pinned } = await page.evaluate(() => ({
    colours: [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .map((element) => getComputedStyle(element))
      .flatMap(({ color, backgroundColor, backgroundImage }) => [color, backgroundColor, backgroundImage]),
    // What stays in its place on a screen would be repeated on every sheet.
    pinned: [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && /fixed|sticky/.test(getComputedStyle(element).position))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  expect(new Set(colours), path).toEqual(new Set(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'none']))
  expect(pinned, path).toEqual([])
  expect(sideways, path).toBe(0)
}
