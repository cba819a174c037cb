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

test('every email has a preview that fits on a phone', async ({ page, site, look, adminToken: token }) => {
  await page.goto('/admin/email-previews')
  await expect(page.getByRole('heading', { name: 'Email previews', exact: true })).toBeVisible()
  await look('letters')
  await page.setViewportSize(phone)
  const { previews } = await ask(site, token, 'GET', '/api/admin/email-previews')
  // The site's trusted types policy would reject setContent.
  await page.goto('about:blank')
  for (const { name: previewName, html } of previews as { name: string; html: string }[]) {
    await page.setContent(html)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(width, previewName).toBeLessThanOrEqual(phone.width)
  }
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
