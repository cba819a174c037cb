import type { Page } from '@playwright/test'
import { fullPackagePath, mockFullMember } from '../support/full-member.ts'
import { blockEventStreams, expect, test } from '../support/test.ts'

/** The area between the margins of an A4 sheet, in CSS pixels. */
const sheet = { width: 718, height: 1047 }

test.use({ viewport: sheet, reducedMotion: 'reduce' })

test('public pages print black on white, fit the paper, and omit navigation and buttons', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/', '/services/my-future', '/terms', '/contact']) {
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
  await expect(page.locator('nav:visible, button:visible, aside:visible'), path).toHaveCount(0)
  const { colours, sideways } = await page.evaluate(() => ({
    colours: [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .map((element) => getComputedStyle(element))
      .flatMap(({ color, backgroundColor, backgroundImage }) => [color, backgroundColor, backgroundImage]),
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  expect(new Set(colours), path).toEqual(new Set(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)', 'none']))
  expect(sideways, path).toBe(0)
}
