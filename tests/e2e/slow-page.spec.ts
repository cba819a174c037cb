import type { Page } from '@playwright/test'
import { expect, openAccount, register, test } from './support/test.ts'

test('a login that is sent before the page has come alive goes out once it has', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  const letScriptsCome = await holdScripts(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel('Keep me signed in').check()
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.locator('form[data-pressed]')).toHaveCount(1)
  await page.screenshot({ path: test.info().outputPath('pressed-early.png') })

  const login = page.waitForRequest('**/api/auth/login')
  letScriptsCome()
  expect((await login).postDataJSON()).toEqual({
    email: visitor.email,
    password: visitor.password,
    keepSignedIn: true,
  })
  await expect(page).toHaveURL(/\/portal\/dashboard/)
})

test('an account that is asked for before the page has come alive is opened once it has', async ({ page, visitor }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/register')
  await register(page, visitor)
  letScriptsCome()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Registered successfully')).toBeVisible()
})

test('Enter in a field counts as well, and what is wrong is said', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await page.keyboard.press('Enter')
  letScriptsCome()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

/** The page's scripts arrive only when the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
