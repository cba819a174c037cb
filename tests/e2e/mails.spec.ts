import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { test as base, becomeNobody, expect, logIn, openAccount, type Visitor, widths } from './support/test.ts'

const administrator = { email: 'owner@example.org', password: 'a long password of the owner' }

const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const { email, password } = administrator
      await using site = await startSite({ environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** As long as a subject may be, with a word that fits on no telephone. */
const longSubject = `Everything-that-is-new-about-studying-abroad-${'x'.repeat(30)} ${'and a little more '.repeat(4)}`

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('an administrator sees which mails do not leave and why', async ({ page, site, visitor, look }) => {
      const mendOutbox = await breakOutbox(site)
      await openAccount(site, visitor)
      await enter(page, `/admin/mails?recipient=${visitor.email}`)
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

    test('news with a long subject are read, sent once more, and ended by their reader without a login', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      const sent = await sendNews(site, visitor, longSubject.trim())
      await enter(page, `/admin/mails?recipient=${visitor.email}&state=sent`)
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

      await becomeNobody(page)
      await page.goto('/unsubscribe/not-a-token-of-ours')
      await expect(page).toHaveURL(/\/unsubscribe$/)
      await page.getByRole('button', { name: 'Unsubscribe' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('We do not know this link')
      await look('unsubscribe-unknown')
      await page.goto('/unsubscribe')
      await expect(page.getByText('Please open the link in our email once more.')).toBeVisible()
      await look('unsubscribe-without-link')

      const link = /\S+\/unsubscribe\/\S+/.exec(sent.text ?? '')?.[0] ?? ''
      // Somebody opens the mail once more and presses again.
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

    test('every kind of letter can be looked at, and each fits a telephone', async ({ page, site, look }, testInfo) => {
      await enter(page, '/admin/mail-preview')
      await expect(page.getByRole('heading', { name: 'Letters', exact: true })).toBeVisible()
      await look('letters')
      if (name === 'phone')
        await page.getByLabel('Letter', { exact: true }).selectOption('bookings/sessionBookedLetter')
      else await page.getByRole('link', { name: /bookings\/sessionBookedLetter/ }).click()
      await expect(page).toHaveURL(/letter=bookings/)
      await look('letter')

      const { letters } = await ask(site, await logInAt(site, administrator), 'GET', '/api/admin/mail-examples')
      for (const { name: letter, html } of letters as { name: string; html: string }[]) {
        await page.setContent(html)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(width, letter).toBeLessThanOrEqual(viewport.width)
        if (['purchaseLetter', 'sessionBookedLetter', 'newsLetter'].includes(letter))
          await page.screenshot({ path: testInfo.outputPath(`letter-${letter}.png`), fullPage: true })
      }
    })
  })
}

/** Nothing can be written where the mails go. @returns what mends it */
async function breakOutbox({ data }: RunningSite): Promise<() => Promise<void>> {
  const outbox = join(data, 'outbox')
  await rm(outbox, { recursive: true, force: true })
  await writeFile(outbox, '')
  return () => rm(outbox)
}

/** What the site does by itself meanwhile is seen by whoever loads the page anew. */
async function expectOnReload(page: Page, isSo: () => Promise<boolean>) {
  await expect
    .poll(
      async () => {
        await page.reload()
        await expect(page.getByRole('heading', { name: 'Mails' })).toBeVisible()
        return isSo()
      },
      { timeout: 60_000 },
    )
    .toBe(true)
}

/** To a member who has confirmed their address and asked for news. @returns the letter */
async function sendNews(site: RunningSite, visitor: Visitor, subject: string) {
  await openAccount(site, visitor)
  const confirming = await letterTo(site, visitor, /confirm your/i)
  const token = /verify-email\?token=([\w-]+)/.exec(confirming.text ?? '')?.[1]
  await ask(site, '', 'POST', '/api/auth/verify-email', { token })
  const choices = [{ kind: 'news', channel: 'email', isOn: true }]
  await ask(site, await logInAt(site, visitor), 'PUT', '/api/account/notifications', { choices })
  const text = 'The first line.\nAnd a second one, which is longer.'
  const news = { sendingId: randomUUID(), subject, text }
  await ask(site, await logInAt(site, administrator), 'POST', '/api/admin/news', news)
  return letterTo(site, visitor, /^Everything/)
}

async function letterTo(site: RunningSite, { email }: Visitor, subject: RegExp) {
  const find = async () => {
    const mails = await Promise.all((await site.mails()).map((mail) => PostalMime.parse(mail)))
    return mails.find((mail) => mail.to?.some(({ address }) => address === email) && subject.test(mail.subject ?? ''))
  }
  await expect.poll(async () => (await find()) !== undefined).toBe(true)
  const found = await find()
  if (!found) throw new Error('The letter is gone again')
  return found
}

async function logInAt(site: RunningSite, { email, password }: Pick<Visitor, 'email' | 'password'>): Promise<string> {
  return (await ask(site, '', 'POST', '/api/auth/login', { email, password })).token
}

async function ask(site: RunningSite, token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${site.url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return (await response.json()).data
}

async function enter(page: Page, path: string) {
  await page.goto(`/login?from=${encodeURIComponent(path)}`)
  await logIn(page, administrator as Visitor)
  await expect(page.getByRole('banner').getByText('Back office')).toBeVisible()
}
