import type { Locator, Page } from '@playwright/test'
import { checkScreenOnce } from '../support/check-screen.ts'
import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, expectHydrated, test } from '../support/test.ts'

test.describe('phone', () => {
  test.use({ viewport: phone, reducedMotion: 'reduce' })

  test('the menu drawer opens by keyboard, is accessible, and returns focus when it closes', async ({ page }) => {
    await page.goto('/contact')
    const button = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await openByKey(page, button)
    await expect(menu).toBeVisible()
    expect((await menu.boundingBox())?.width).toBe(250)
    await menu.getByText('Services', { exact: true }).click()
    await checkScreenOnce(page, 'drawer')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
  })

  test('the portal menu drawer opens by keyboard, is accessible, and returns focus when it closes', async ({
    memberPage: page,
  }) => {
    await page.goto('/portal')
    const button = page.getByRole('button', { name: 'Open menu' })
    await openByKey(page, button)
    const menu = page.getByRole('navigation').filter({ visible: true })
    await expect(menu.getByRole('link', { name: 'My Packages' })).toBeVisible()
    await checkScreenOnce(page, 'portal-menu')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })
})

test.describe('desktop', () => {
  test.use({ viewport: desktop, reducedMotion: 'reduce' })

  test('the top bar menus open and close by keyboard and are accessible', async ({ memberPage: page }) => {
    await page.goto('/')
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
      await checkScreenOnce(page, `menu-${entry.toLowerCase().replace(' ', '-')}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('banner').getByRole('link', { name: entry })).toBeHidden()
      await expect(button).toBeFocused()
    }
  })

  test('an FAQ answer opens by keyboard and is accessible, as is the not-found page', async ({ page }) => {
    await page.goto('/services/study-world')
    const question = page.locator('main details summary').first()
    await openByKey(page, question)
    await expect(page.locator('main details[open]')).toHaveCount(1)
    await checkScreenOnce(page, 'question-open')
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await checkScreenOnce(page, 'not-found')
  })
})

async function openByKey(page: Page, button: Locator) {
  await expectHydrated(page)
  await button.focus()
  await page.keyboard.press('Enter')
}
