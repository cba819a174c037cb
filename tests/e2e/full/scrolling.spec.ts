import type { Page } from '@playwright/test'
import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

for (const [name, size] of Object.entries({ desk: desktop, phone }))
  test(`section links scroll, new pages start at the top, and Back restores the position: ${name}`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/services/my-future')
    await page.getByRole('link', { name: 'See the packages' }).click()
    await expect(page.locator('#packages')).toBeFocused()
    const packages = await page.locator('#packages').evaluate((section) => section.getBoundingClientRect().top)
    // Near the top of the viewport, but not hidden by the bar.
    expect(packages).toBeGreaterThanOrEqual(0)
    expect(packages).toBeLessThan(110)

    const before = await readScrollTop(page)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'About' })
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    expect(await readScrollTop(page)).toBe(0)

    await page.goBack()
    await expect(page).toHaveURL(/my-future/)
    await expect.poll(() => readScrollTop(page)).toBe(before)
  })

test('the comparison of packages is folded on a phone, where a link opens it, and open everywhere else', async ({
  page,
}) => {
  const table = page.getByRole('table')
  await page.setViewportSize(phone)
  await page.goto('/services/my-future')
  await expect(table).toBeHidden()
  await page.getByRole('link', { name: 'read what each line means' }).click()
  await expect(table).toBeInViewport()

  await page.goto('/services/my-future')
  await page.setViewportSize(desktop)
  await expect(table).toBeVisible()
  await page.setViewportSize(phone)
  await page.emulateMedia({ media: 'print' })
  await expect(table).toBeVisible()
})

const readScrollTop = (page: Page) => page.evaluate(() => scrollY)
