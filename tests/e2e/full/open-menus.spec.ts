import type { Locator, Page } from '@playwright/test'
import { checkScreenOnce } from '../support/check-screen.ts'
import { desktop, phone } from '../support/screen-sizes.ts'
import { expect, expectHydrated, test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

for (const [path, entry] of [
  ['/contact', 'About'],
  ['/portal', 'My Packages'],
] as const)
  test(`the menu drawer on ${path} opens by keyboard, is accessible, and returns focus when closed`, async ({
    memberPage: page,
  }) => {
    await page.setViewportSize(phone)
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Open menu' })
    const link = page.getByRole('navigation').filter({ visible: true }).getByRole('link', { name: entry })
    await openByKey(page, button)
    await expect(link).toBeInViewport()
    await checkScreenOnce(page, `drawer of ${path}`)
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
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

test('a member logs out from a public page, and the home page says so', async ({ memberPage: page }) => {
  await page.goto('/about')
  const topBar = page.getByRole('banner')
  await topBar.locator('summary[aria-label="Your account"]').click()
  await topBar.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(topBar.getByRole('link', { name: 'Login / Sign Up' })).toBeVisible()
})

for (const [width, height] of [
  [1440, 900],
  [900, 900],
  [900, 500],
  [390, 700],
] as const) {
  test(`the notification panel fits the screen at ${width} by ${height}`, async ({ memberPage: page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/portal')
    await page.getByRole('button', { name: 'Notifications, 4 unread' }).click()
    const panel = page.locator('section[popover]')
    for (const shown of [
      panel.getByRole('heading', { name: 'Notifications' }),
      panel.getByRole('button', { name: 'Mark all as read' }),
      panel.getByRole('link', { name: 'See all notifications' }),
    ])
      await expect(shown).toBeInViewport({ ratio: 1 })
    const box = await panel.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true)
    // Focus scrolls the rest of the panel into view.
    const last = panel.getByRole('link', { name: 'Book your first session' })
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 1 })
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
}

async function openByKey(page: Page, button: Locator) {
  await expectHydrated(page)
  await button.focus()
  await page.keyboard.press('Enter')
}
