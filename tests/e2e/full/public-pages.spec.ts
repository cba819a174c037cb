import { checkScreen, checkScreenOnce } from '../support/check-screen.ts'
import { expect, sitemapPaths, test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

test('every page in the sitemap is accessible and fits the narrowest phone', async ({ page, request }) => {
  const initialSize = page.viewportSize()
  for (const path of await sitemapPaths(request)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await checkScreen(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
    await checkScreenOnce(page, `${path} on the narrowest phone`)
    if (initialSize) await page.setViewportSize(initialSize)
  }
})

test('the not-found page is accessible', async ({ page }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await checkScreenOnce(page, 'not-found')
})
