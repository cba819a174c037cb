import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Person } from '../../support/given/new-person.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { ask, emailTo, keepLogin, logInElsewhere, openAccount } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { administrator } from '../support/site-with-data.ts'
import { clearBrowser, expect, logIn, test } from '../support/test.ts'

/** The longest allowed subject, with a word that is too wide for a phone. */
const longSubject = `Everything-that-is-new-about-studying-abroad-${'x'.repeat(30)} ${'and a little more '.repeat(4)}`

test('an administrator sees which emails could not be sent, why, and when they are retried', async ({
  page,
  site,
  visitor,
  look,
}) => {
  const mendOutbox = await breakOutbox(site)
  await openAccount(site, visitor)
  await keepLogin(page, site, administrator)
  await page.goto(`/admin/emails?recipient=${visitor.email}`)
  const rows = page.getByRole('main').getByRole('listitem')
  await expectOnReload(page, async () => (await rows.getByText('Tried again').count()) === 1)
  await expect(rows.first()).toContainText('It could not be handed over. It was tried')
  await expect(rows.first()).toContainText('Next:')
  await look('mails-tried-again')

  await page.getByRole('link', { name: /confirm your/i }).click()
  await expect(page.getByText('This mail may hold a link that opens something')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send once more' })).toHaveCount(0)
  await look('mail-under-way')

  await mendOutbox()
  await page.getByRole('link', { name: 'All mails' }).click()
  await page.getByLabel('Recipient').fill('nobody-at-all@example.org')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No mail fits this search.')).toBeVisible()
  await look('mails-none')
})

test('a newsletter with a long subject can be read, resent and unsubscribed from without a login', async ({
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
  await look('mails-sent')
  await news.click()
  await expect(page.frameLocator('iframe').getByText('The first line.')).toBeVisible()
  await look('mail')
  await page.getByRole('button', { name: 'Send once more' }).click()
  await look('mail-asks')
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(page.getByText('The mail goes out once more.')).toBeVisible()
  await look('mail-once-more')

  await clearBrowser(page)
  await page.goto('/unsubscribe')
  await expect(page.getByText('Please open the link in our email once more.')).toBeVisible()
  await look('unsubscribe-without-link')
  await page.goto('/unsubscribe/not-a-token-of-ours')
  await expect(page).toHaveURL(/\/unsubscribe$/)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We do not know this link')
  await look('unsubscribe-unknown')

  const link = /\S+\/unsubscribe\/\S+/.exec(sentNews.text ?? '')?.[0] ?? ''
  // The link in the email also works a second time.
  for (const time of ['first', 'second']) {
    await page.goto(new URL(link).pathname)
    await look(`unsubscribe-${time}`)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You get no more news from us.')).toBeVisible()
  }
  await look('unsubscribed')
  await page.getByRole('link', { name: 'Choose in my profile what I am told' }).click()
  await logIn(page, visitor)
  await expect(page.getByLabel('Marketing emails')).not.toBeChecked()
  await look('preferences')
})

test('every email has a preview that fits on a phone', async ({ page, site, look, adminToken: token }) => {
  await page.goto('/admin/email-previews')
  await expect(page.getByRole('heading', { name: 'Letters', exact: true })).toBeVisible()
  await look('letters')
  await page.getByRole('link', { name: /bookings\/sessionBookedEmail/ }).click()
  await expect(page).toHaveURL(/preview=bookings/)
  await look('letter')

  await page.setViewportSize(phone)
  await page.getByLabel('Letter', { exact: true }).selectOption('bookings/sessionMovedEmail')
  await expect(page).toHaveURL(/preview=bookings%2FsessionMoved|preview=bookings\/sessionMoved/)

  const { previews } = await ask(site, token, 'GET', '/api/admin/email-previews')
  // The site's trusted types policy would reject setContent.
  await page.goto('about:blank')
  for (const { name: previewName, html } of previews as { name: string; html: string }[]) {
    await page.setContent(html)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(width, previewName).toBeLessThanOrEqual(phone.width)
  }
})

/** Replaces the outbox directory with a file, so that sending fails. @returns a function that repairs it */
async function breakOutbox({ data }: RunningSite): Promise<() => Promise<void>> {
  const outbox = join(data, 'outbox')
  await rm(outbox, { recursive: true, force: true })
  await writeFile(outbox, '')
  return () => rm(outbox)
}

/** Reloads until the condition holds, because the page does not refresh itself. */
async function expectOnReload(page: Page, isSo: () => Promise<boolean>) {
  await expect
    .poll(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Mails' })).toBeVisible()
      return isSo()
    })
    .toBe(true)
}

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
