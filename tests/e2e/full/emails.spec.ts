import { randomUUID } from 'node:crypto'
import type { Person } from '../../support/given/new-person.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { ask, emailTo, keepLogin, logInElsewhere, openAccount } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { administrator } from '../support/site-with-data.ts'
import { clearBrowser, expect, test } from '../support/test.ts'

/** The longest allowed subject, with a word that is too wide for a phone. */
const longSubject = `Everything-that-is-new-about-studying-abroad-${'x'.repeat(30)} ${'and a little more '.repeat(4)}`

test('staff read a newsletter with a long subject in a frame, and its recipient unsubscribes without logging in', async ({
  page,
  site,
  visitor,
  look,
}) => {
  const sentNews = await sendNews(site, visitor, longSubject.trim())
  await keepLogin(page, site, administrator)
  await page.goto(`/admin/emails?recipient=${visitor.email}&state=sent`)
  const news = page.getByRole('link', { name: /^Everything-that-is-new/ })
  await expect(news).toBeVisible()
  await news.click()
  await expect(page.frameLocator('iframe').getByRole('paragraph').filter({ hasText: 'The first line.' })).toBeVisible()
  await look('mail')

  await clearBrowser(page)
  const link = /\S+\/unsubscribe\/\S+/.exec(sentNews.text ?? '')?.[0] ?? ''
  await page.goto(new URL(link).pathname)
  await expect(page).toHaveURL(/\/unsubscribe$/)
  await look('unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You’ve unsubscribed. We won’t send you any more news or offers.')).toBeVisible()
})

test('staff preview every email in light and dark, and as wide as a phone', async ({ adminPage: page, look }) => {
  await page.goto('/admin/email-previews')
  await expect(page.getByRole('heading', { name: 'Email previews', exact: true })).toBeVisible()
  await look('letters')
  const card = page.frameLocator('iframe').locator('.card')
  await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await expect(card).toHaveCSS('background-color', 'rgb(30, 40, 49)')
  expect((await page.locator('iframe').boundingBox())?.width).toBeGreaterThan(phone.width)
  await page.getByRole('button', { name: 'Phone width' }).click()
  expect((await page.locator('iframe').boundingBox())?.width).toBeLessThanOrEqual(phone.width)
  await look('letters in dark mode')
})

/** Sends a newsletter to a member with a confirmed address who opted in. @returns the email */
async function sendNews(site: RunningSite, visitor: Person, subject: string) {
  await openAccount(site, visitor)
  const confirming = await emailTo(site, visitor.email, /confirm your/i)
  const token = /verify-email\?token=([\w-]+)/.exec(confirming.text ?? '')?.[1]
  await ask(site, '', 'POST', '/api/auth/verify-email', { token })
  const choices = [{ kind: 'news', channel: 'email', isOn: true }]
  await ask(site, await logInElsewhere(site, visitor), 'PUT', '/api/account/notifications', { choices })
  const text = 'The first line.\nAnd a second one, which is longer.'
  const news = { sendingId: randomUUID(), subject, text }
  await ask(site, await logInElsewhere(site, administrator), 'POST', '/api/admin/newsletters', news)
  return emailTo(site, visitor.email, /^Everything/)
}
