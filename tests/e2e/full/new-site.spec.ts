import type { Page } from '@playwright/test'
import { startSite } from '../../support/site/start-site.ts'
import { ask, keepLogin, logInElsewhere } from '../support/api.ts'
import { environment } from '../support/site-with-data.ts'
import { bankFrame, expect, onSite, typeCard } from '../support/test.ts'

/** A separate site, because these tests move the clock or need a site without consultants. */
const test = onSite(async (use) => {
  await using site = await startSite({ environment })
  await use(site)
})

test('a member pays a declined monthly payment with another card, even after failing 3-D Secure once', async ({
  memberPage: page,
  site,
  visitor,
  look,
  buy,
}) => {
  await buy('my-future-pro')
  await giveCard(page, '4000000000000341')
  await expect(page.getByRole('heading', { name: 'Your card has been updated' })).toBeVisible()

  await fetch(`${site.sandboxUrl}/_sandbox/clock`, { method: 'POST', body: JSON.stringify({ days: 32 }) })
  // The site notices the new time and the declined card without a request. The login has expired by then, so log in
  // again.
  await expect(async () => {
    const token = await logInElsewhere(site, visitor)
    expect(await ask(site, token, 'GET', '/api/subscriptions')).toMatchObject([{ status: 'past_due' }])
  }).toPass()
  await keepLogin(page, site, visitor)
  await page.goto('/portal/packages')
  await expect(page.getByText('This month hasn’t been paid for yet')).toBeVisible()
  await look('due-month')
  await page.getByRole('link', { name: 'Pay with the same card' }).click()
  const pay = page.getByRole('button', { name: 'Pay £34.80' })
  await pay.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card was declined.')
  await look('due-month-declined')

  const bank = bankFrame(page)
  await giveCard(page, '4000002760003184')
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await page.getByRole('link', { name: 'Confirm the payment' }).click()
  await pay.click()
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await pay.click()
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await expect(page.getByText(/We’ve just charged £34\.80/)).toBeVisible()
  await look('due-month-paid')
})

test('while there are no consultants, the consultants page is not found and nothing links to it', async ({
  page,
  request,
  look,
}) => {
  const answer = await page.goto('/consultants')
  expect([answer?.status(), answer?.headers()['x-robots-tag']]).toEqual([404, 'noindex'])
  await expect(page).toHaveTitle('Page not found')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This road ends here.')
  await look('no-consultants')
  await page.goto('/about')
  await expect(page.getByRole('link', { name: 'Our Consultants' })).toHaveCount(0)
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/consultants')
})

async function giveCard(page: Page, number: string) {
  await page.goto('/portal/packages')
  await page.getByRole('link', { name: 'Update your card' }).click()
  const use = page.getByRole('button', { name: 'Use this card' })
  await expect(use).toBeEnabled()
  await typeCard(page, number)
  await use.click()
}
