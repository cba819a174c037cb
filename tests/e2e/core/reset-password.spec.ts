import type { Page } from '@playwright/test'
import { emailedLink, openAccount } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, logIn, test } from '../support/test.ts'

const next = 'three green boats'

test.use({ viewport: phone })

test('a member resets a forgotten password by email and returns to the page that required the login', async ({
  page,
  site,
  visitor,
  look,
}) => {
  const named: string[] = []
  page.on('request', (request) => named.push(request.url(), request.headers().referer ?? ''))
  await openAccount(site, visitor)
  await page.goto('/login?from=%2Fportal%2Fsecurity')
  const forgot = page.getByRole('link', { name: 'Forgot your password?' })
  await expect(forgot).toHaveAttribute('href', /from=/)
  await forgot.click()

  const send = page.getByRole('button', { name: 'Send me a link' })
  await expect(send).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await send.click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('If an account exists with this email')
  await expect(page.getByText('Password reset link sent to your email successfully.')).toBeVisible()
  await closeToasts(page)
  await look('link-sent')

  const link = await emailedLink(site, visitor.email, /\/reset-password\/[\w-]{43}\?from=[\w%-]+/)
  const token = /reset-password\/([\w-]+)/.exec(link)?.[1] ?? ''
  named.length = 0
  const response = await page.goto(link)
  expect(response?.headers()['referrer-policy']).toBe('no-referrer')
  expect(await response?.text()).not.toContain(token)
  await expect(page).toHaveURL(/\/reset-password\?from=%2Fportal%2Fsecurity$/)

  const save = page.getByRole('button', { name: 'Set new password' })
  await page.reload()
  await page.getByLabel('New password', { exact: true }).fill('lovelace1815')
  await page.getByLabel('Confirm new password').fill('lovelace1815')
  await save.click()
  await expect(page.getByText('Leave them out')).toHaveCount(2)
  await closeToasts(page)
  await look('password-refused')
  // The token appears only in the URLs of the page and of the request that sends the new password.
  expect(named.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)).toEqual([
    `/reset-password/${token}`,
    `/api/auth/reset-password/${token}`,
  ])

  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(next)
  await save.click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('reset successfully')
  await expect(page).toHaveURL(/\/login\?from=%2Fportal%2Fsecurity$/)
  await logIn(page, { ...visitor, password: next })
  await expect(page).toHaveURL(/\/portal\/security$/)
})

/** Closes the toasts, which cover the menu on a phone. */
async function closeToasts(page: Page) {
  const toasts = page.locator('.Toastify__toast')
  for (const toast of await toasts.all()) await toast.click()
  await expect(toasts).toHaveCount(0)
}
