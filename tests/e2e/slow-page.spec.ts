import type { Locator, Page } from '@playwright/test'
import { enterPortal, expect, openAccount, register, test } from './support/test.ts'

test('a login that is sent before the page has come alive goes out once it has', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  const letScriptsCome = await holdScripts(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await page.getByLabel('Keep me signed in').check()
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
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

test('what is edited after an early press is not sent', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/contact')
  const message = page.getByLabel('Message')
  await page.getByRole('button', { name: 'Send message' }).click()
  await message.fill('Half a mess')
  letScriptsCome()
  await expect(page.locator('form[data-asleep]')).toHaveCount(0)
  await expect(message).toHaveValue('Half a mess')
  await expect(page.getByText('Name is required')).toHaveCount(0)
})

test('a member sees the frame of the portal before it has come alive, and nothing of it moves then', async ({
  page,
  site,
  visitor,
}) => {
  await enterPortal(page, site, visitor)
  for (const path of ['/portal/dashboard', '/portal/packages', '/portal/bookings']) {
    const letScriptsCome = await holdScripts(page)
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    const request = page.getByText('Please confirm your email address')
    const start = page.getByRole('main').getByText(/^Here is where|^What you own|^Your sessions with/)
    await expect(start).toBeVisible()
    await page.screenshot({ path: test.info().outputPath(`${path.slice(8)}-early.png`) })
    const before = await boxesOf(title, request, start)

    letScriptsCome()
    await expect(page.getByText('No packages purchased yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible()
    expect(await boxesOf(title, request, start), path).toEqual(before)
  }
})

test('a visitor sees nothing of the portal on the way to the login', async ({ page }) => {
  const letScriptsCome = await holdScripts(page)
  await page.goto('/portal/dashboard')
  await expect(page.getByRole('status')).toHaveText(['Loading'])
  await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeHidden()
  await expect(page.getByText('Here is where your packages stand.')).toBeHidden()
  letScriptsCome()
  await expect(page).toHaveURL(/\/login\?from=%2Fportal%2Fdashboard$/)
})

test('whoever skipped to the content and types there is left where they are when the page comes alive', async ({
  page,
}) => {
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

test('a form whose scripts do not come says so once it is pressed, and offers to load the page again', async ({
  page,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort('connectionfailed'))
  await page.goto('/contact')
  const note = page.getByText('This page has not loaded completely')
  await page.getByLabel('Name').fill('Ada')
  await expect(note).toBeHidden()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(note).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('scripts-missing.png') })

  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.locator('form[data-asleep]')).toHaveCount(0)
  await expect(note).toHaveCount(0)
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

function boxesOf(...parts: Locator[]) {
  return Promise.all(parts.map((part) => part.boundingBox()))
}
