import type { Locator, Page } from '@playwright/test'
import { openAccount } from '../support/api.ts'
import { expect, hold, test } from '../support/test.ts'

test('a login submitted before hydration is sent after hydration', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  const letScriptsCome = await holdScripts(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel('Keep me signed in').check()
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.locator('form[data-pressed]')).toHaveCount(1)

  const login = page.waitForRequest('**/api/auth/login')
  letScriptsCome()
  expect((await login).postDataJSON()).toEqual({
    email: visitor.email,
    password: visitor.password,
    keepSignedIn: true,
  })
  await expect(page).toHaveURL(/\/portal\/dashboard/)
})

test('the portal frame is shown before hydration and does not move during hydration', async ({ memberPage: page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const path of ['/portal/dashboard', '/portal/packages', '/portal/bookings']) {
    const letScriptsCome = await holdScripts(page)
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    const request = page.getByText('Please confirm your email address')
    const start = page.getByRole('main').getByText(/^Here’s how|^Your current, upcoming|^Move, cancel/)
    await expect(start).toBeVisible()
    const before = await measureBoxes(title, request, start)

    letScriptsCome()
    await expect(page.getByText('No packages purchased yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible()
    expect(await measureBoxes(title, request, start), path).toEqual(before)
  }
})

test('a visitor sees no portal content before being redirected to the login page', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/portal/dashboard')
  await expect(page.getByRole('status')).toHaveText(['Loading'])
  await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeHidden()
  await expect(page.getByText('Here’s how your packages are going.')).toBeHidden()
  letScriptsCome()
  await expect(page).toHaveURL(/\/login\?from=%2Fportal%2Fdashboard$/)
})

test('after the skip link is used, hydration keeps the focus and what has been typed', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/register')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  await page.getByLabel('First name').focus()
  await page.keyboard.type('Ad')
  letScriptsCome()
  await expect(page.locator('form[data-asleep]')).toHaveCount(0)
  await page.keyboard.type('a')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('First name')).toBeFocused()
})

test("if a form's scripts fail to load, submitting it shows a note that offers a reload", async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort('connectionfailed'))
  await page.goto('/contact')
  const note = page.getByText('This page hasn’t fully loaded')
  await page.getByLabel('Name').fill('Ada')
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(note).toBeVisible()

  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(note).toBeHidden()
  await page.getByLabel('Name').focus()
  await expect(page.locator('form[data-asleep]')).toHaveCount(0)
  await expect(note).toHaveCount(0)
})

const holdScripts = (page: Page) => hold(page, '**/assets/*.js')

/** Compares position and height only. A button may narrow the box around a short line without moving its text. */
function measureBoxes(...parts: Locator[]) {
  return Promise.all(
    parts.map(async (part) => {
      const box = await part.boundingBox()
      return { x: box?.x, y: box?.y, height: box?.height }
    }),
  )
}
