import type { Locator, Page } from '@playwright/test'
import { enterPortal, expect, test, widths } from './support/test.ts'

const [phone, desktop] = widths

test.describe('phone', () => {
  test.use({ viewport: phone.viewport, reducedMotion: 'reduce' })

  test('the drawer opens by keyboard, is for everybody, and gives the focus back', async ({ page, look }) => {
    await page.goto('/contact', { waitUntil: 'networkidle' })
    const button = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await openByKey(page, button)
    await expect(menu).toBeVisible()
    expect((await menu.boundingBox())?.width).toBe(250)
    await menu.getByText('Services', { exact: true }).click()
    await look('drawer')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('the drawer of the portal opens by keyboard, is for everybody, and gives the focus back', async ({
    page,
    look,
    site,
    visitor,
  }) => {
    await enterPortal(page, site, visitor)
    const button = page.getByRole('button', { name: 'Open menu' })
    await openByKey(page, button)
    const menu = page.getByRole('navigation').filter({ visible: true })
    await expect(menu.getByRole('link', { name: 'My Packages' })).toBeVisible()
    await look('portal-drawer')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })
})

test.describe('desktop', () => {
  test.use({ viewport: desktop.viewport, reducedMotion: 'reduce' })

  test('the menus of the top bar open by keyboard, are for everybody, and close', async ({
    page,
    look,
    site,
    visitor,
  }) => {
    await enterPortal(page, site, visitor)
    await page.goto('/', { waitUntil: 'networkidle' })
    for (const [name, entry] of [
      ['Services', 'STUDY WORLD'],
      ['Your account', 'Dashboard'],
    ] as const) {
      const button = page
        .getByRole('banner')
        .locator('summary')
        .filter({ hasText: name === 'Services' ? name : /^$/ })
      await openByKey(page, button)
      await expect(page.getByRole('banner').getByRole('link', { name: entry })).toBeVisible()
      await look(`menu-${entry.toLowerCase().replace(' ', '-')}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('banner').getByRole('link', { name: entry })).toBeHidden()
      await expect(button).toBeFocused()
    }
  })

  test('the answers to questions open by keyboard, and an address that is not there says so', async ({
    page,
    look,
  }) => {
    await page.goto('/services/study-world', { waitUntil: 'networkidle' })
    const question = page.locator('main details summary').first()
    await openByKey(page, question)
    await expect(page.locator('main details[open]')).toHaveCount(1)
    await look('question-open')
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await look('not-found')
  })
})

async function openByKey(page: Page, button: Locator) {
  await button.focus()
  await page.keyboard.press('Enter')
}
