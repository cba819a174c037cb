import type { BrowserContext, Page } from '@playwright/test'
import type { Person } from '../../support/given/new-person.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { emailTo, keepLogin } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member logs out another device, which then shows that its session has ended', async ({
  memberPage: page,
  site,
  visitor,
  look,
  browser,
}) => {
  await page.goto('/portal/security')
  await expect(page.getByText('You are not logged in anywhere else.')).toBeVisible()
  await look('logged-in-here-alone')

  const elsewhere = await openElsewhere(await browser.newContext({ viewport: phone }), site, visitor)
  const warning = await emailTo(site, visitor.email, /New login to your account/)
  expect(warning.text).toContain('with a browser that we had not seen before')

  await page.reload()
  const panel = page.getByRole('listitem').filter({ hasText: 'This device' }).locator('..')
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await look('logged-in-elsewhere')
  await panel.getByRole('button', { name: /^Log out Chrome/ }).click()
  await expect(page.getByText('That device is logged out.')).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await look('device-logged-out')

  await expect(elsewhere).toHaveURL(`${site.url}/`)
  await expect(elsewhere.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await elsewhere.context().close()

  await page.getByRole('button', { name: 'Log out this device' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Where you are logged in')).toBeHidden()
})

test('logging out removes the login from the browser and keeps the chosen currency', async ({ memberPage: page }) => {
  await page.evaluate(() => localStorage.setItem('market', 'international'))
  const answer = page.waitForResponse(/auth\/logout$/)
  await page.goto('/portal/security')
  await page.getByRole('button', { name: 'Log out this device' }).click()
  expect(await (await answer).headerValue('clear-site-data')).toBe('"cache"')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['market'])
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('refresh')
})

test('two tabs with an expired access token refresh it once between them', async ({ memberPage: page, context }) => {
  const second = await context.newPage()
  await second.goto('/portal/security')
  await expect(second.getByText('This device', { exact: true })).toBeVisible()
  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals += 1
  })

  // The API rejects this token as it would an expired one.
  await page.evaluate(() => localStorage.setItem('authToken', 'ran-out'))
  await Promise.all([page.goto('/portal/packages'), second.goto('/portal/security')])

  await expect(page.getByText('No packages purchased yet')).toBeVisible()
  await expect(second.getByText('This device', { exact: true })).toBeVisible()
  expect(renewals).toBe(1)
})

test('logging out other devices without a recent login asks for the password, by keyboard alone', async ({
  memberPage: page,
  site,
  visitor,
  look,
  browser,
}) => {
  const elsewhere = await openElsewhere(await browser.newContext(), site, visitor)
  await page.goto('/portal/security')
  await expect(page.getByRole('listitem').filter({ hasText: 'This device' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Log out everywhere else' })
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  const refuseNext = await refuseWhenTold(page)
  await button.focus()

  refuseNext()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await look('confirm-identity')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  refuseNext()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible()
  await look('confirm-identity-wrong')
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(visitor.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('One other device is logged out.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await elsewhere.reload()
  await expect(elsewhere.getByText('Your session has ended. Please log in again.')).toBeVisible()
  await elsewhere.context().close()
})

/**
 * Makes the next logout of other devices fail as if the ten minutes since the last reauthentication had passed. One
 * route serves the whole test, because replacing a route could let a request through in between.
 */
async function refuseWhenTold(page: Page): Promise<() => void> {
  const body = {
    success: false,
    code: 'reauthentication-needed',
    message: 'Please confirm that it is you, then we go on.',
  }
  let isRefused = false
  await page.route('**/api/account/sessions', (route) => {
    if (!isRefused || route.request().method() !== 'DELETE') return route.continue()
    isRefused = false
    return route.fulfill({ status: 409, json: body })
  })
  return () => {
    isRefused = true
  }
}

async function openElsewhere(context: BrowserContext, site: RunningSite, visitor: Person): Promise<Page> {
  const page = await context.newPage()
  await keepLogin(page, site, visitor)
  await page.goto(`${site.url}/portal`)
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  return page
}
