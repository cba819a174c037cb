import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('logging out removes the login data from the browser but keeps the chosen currency', async ({
  memberPage: page,
}) => {
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
