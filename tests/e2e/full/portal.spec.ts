import { emailedLink } from '../support/api.ts'
import { desktop, phone } from '../support/screen-sizes.ts'
import { blockEventStreams, expect, test, waitForPrefetch } from '../support/test.ts'

test.use({ viewport: phone })

test('a member requests a new confirmation link and confirms the email address with it', async ({
  memberPage: page,
  site,
  visitor,
  look,
}) => {
  await page.goto('/portal/dashboard')
  const resend = page.getByRole('button', { name: 'Send the link again' })
  await expect(resend).toBeVisible()
  await look('confirm-email')
  await resend.click()
  await expect(page.getByText('We have sent you a new link.')).toBeVisible()
  await look('link-sent-again')

  await page.goto('/verify-email?token=no-such-token')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is not valid any more.')
  await expect(resend).toBeVisible()
  await look('link-not-valid')

  await page.goto(await emailedLink(site, visitor.email, /(?<=new link.*)\/verify-email\?token=[\w-]{43}/s))
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    /^Your email address .…@example.org is confirmed.$/,
  )
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  await expect(resend).toBeHidden()
})

test('a link followed offline shows a notice until the connection returns, and then works', async ({
  memberPage: page,
  visitor,
  look,
  context,
}) => {
  await blockEventStreams(page)
  await page.goto('/portal')
  await waitForPrefetch(page)

  await context.setOffline(true)
  const goToPackages = async () => {
    const menu = page.getByRole('button', { name: 'Open menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: 'My Packages' }).filter({ visible: true }).first().click()
  }
  await goToPackages()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  await look('offline')

  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()
  await goToPackages()
  await expect(page).toHaveURL(/\/portal\/packages$/)
})

test('the portal reports an unreachable server and offers a retry', async ({ memberPage: page }) => {
  await page.setViewportSize(desktop)
  await blockEventStreams(page)
  await page.goto('/portal')
  await waitForPrefetch(page)

  await page.route('**', (route) => route.abort('connectionfailed'))
  await page.getByRole('link', { name: 'My Packages' }).filter({ visible: true }).first().click()
  await expect(page.getByText('We could not reach the server.')).toBeVisible()

  await page.unroute('**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('What you own, what is coming')).toBeVisible()
})
