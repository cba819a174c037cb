import type { BrowserContext, Page } from '@playwright/test'
import type { RunningSite } from '../support/start-site.ts'
import { enterPortal, expect, logIn, test, type Visitor, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a member logs out a device that they forgot, whose user is told why at once', async ({
      page,
      site,
      visitor,
      look,
      browser,
    }) => {
      await enterPortal(page, site, visitor)
      await page.goto('/portal/security')
      await expect(page.getByText('You are not logged in anywhere else.')).toBeVisible()
      await look('logged-in-here-alone')

      const elsewhere = await openElsewhere(await browser.newContext({ viewport }), site, visitor)
      await expect.poll(() => warning(site, visitor)).toContain('with a browser that we had not seen before')

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
  })
}

test('logging out takes the login out of the browser, and leaves the currency that was chosen', async ({
  page,
  site,
  visitor,
}) => {
  await enterPortal(page, site, visitor)
  await page.evaluate(() => localStorage.setItem('market', 'international'))
  const answer = page.waitForResponse(/auth\/logout$/)
  await page.goto('/portal/security')
  await page.getByRole('button', { name: 'Log out this device' }).click()
  expect(await (await answer).headerValue('clear-site-data')).toBe('"cache"')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['market'])
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('refresh')
})

test('two tabs of one browser renew a token that has run out once between them', async ({
  page,
  site,
  visitor,
  context,
}) => {
  await enterPortal(page, site, visitor)
  const second = await context.newPage()
  await second.goto('/portal/security')
  await expect(second.getByText('This device', { exact: true })).toBeVisible()
  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) renewals += 1
  })

  // What a browser holds when its access token has run out.
  await page.evaluate(() => localStorage.setItem('authToken', 'ran-out'))
  await Promise.all([page.goto('/portal/packages'), second.goto('/portal/security')])

  await expect(page.getByText('No packages purchased yet')).toBeVisible()
  await expect(second.getByText('This device', { exact: true })).toBeVisible()
  expect(renewals).toBe(1)
})

test('whoever comes back after a while confirms by keyboard alone who they are, and goes on', async ({
  page,
  site,
  visitor,
  look,
  browser,
}) => {
  await enterPortal(page, site, visitor)
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
 * The ten minutes of a proof are over, as far as the page is told, for the next one who asks. One route for all of the
 * test: taking one away and adding another may let a call slip through between them.
 */
async function refuseWhenTold(page: Page): Promise<() => void> {
  const body = { success: false, code: 'confirmation-needed', message: 'Please confirm that it is you, then we go on.' }
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

async function openElsewhere(context: BrowserContext, site: RunningSite, visitor: Visitor): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.url}/login`)
  await logIn(page, visitor)
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  return page
}

/** The letter about a new browser, with the lines whole again that were broken for its way. */
async function warning(site: RunningSite, visitor: Visitor): Promise<string> {
  const mails = await site.mails()
  const letter = mails.find((mail) => mail.includes(visitor.email) && mail.includes('New login to your account'))
  return letter?.replaceAll(/=\r?\n/g, '') ?? ''
}
