import type { Locator, Page } from '@playwright/test'
import { checkScreenOnce } from '../support/check-screen.ts'
import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, expectHydrated, test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

test('the menu drawer opens by keyboard, is accessible, and returns focus when it closes', async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/contact')
  const button = page.getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await openByKey(page, button)
  await expect(menu).toBeVisible()
  // The width of .site-drawer in layouts.css.
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
  await page.setViewportSize(phone)
  await page.goto('/portal')
  const button = page.getByRole('button', { name: 'Open menu' })
  await openByKey(page, button)
  const menu = page.getByRole('navigation').filter({ visible: true })
  await expect(menu.getByRole('link', { name: 'My Packages' })).toBeVisible()
  await checkScreenOnce(page, 'portal-menu')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('the top bar menus open and close by keyboard and are accessible', async ({ memberPage: page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/')
  const topBar = page.getByRole('banner')
  for (const { button, entry, screen } of [
    { button: topBar.locator('summary', { hasText: 'Services' }), entry: 'STUDY WORLD', screen: 'menu-study-world' },
    { button: topBar.locator('summary[aria-label="Your account"]'), entry: 'Dashboard', screen: 'menu-dashboard' },
  ]) {
    const link = topBar.getByRole('link', { name: entry })
    await openByKey(page, button)
    await expect(link).toBeVisible()
    await checkScreenOnce(page, screen)
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('an FAQ answer opens by keyboard and is accessible', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/services/study-world')
  await openByKey(page, page.locator('main details summary').first())
  await expect(page.locator('main details[open]')).toHaveCount(1)
  await checkScreenOnce(page, 'question-open')
})

async function openByKey(page: Page, button: Locator) {
  await expectHydrated(page)
  await button.focus()
  await page.keyboard.press('Enter')
}
