import type { Page } from '@playwright/test'
import { incomingMail, letterOf } from '../support/mails.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { test as base, becomeNobody, expect, logIn, openAccount, type Visitor, widths } from './support/test.ts'

const administrator = { email: 'owner@example.org', password: 'a long password of the owner' }

/** A site to which a mail server brings the answers to its letters. */
const test = base.extend<object, { site: RunningSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      await using site = await startSite({
        environment: {
          INCOMING_MAIL_ADDRESS: incomingMail.address,
          INCOMING_MAIL_SECRET: incomingMail.secret,
          ADMIN_EMAIL: administrator.email,
          ADMIN_PASSWORD: administrator.password,
        },
      })
      await use(site)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const question = `Hello,

which package fits if I do not know yet what I want to study? I have looked at both, and I am not sure.

https://www.example.org/a-very-long-address-without-any-place-where-it-could-be-broken-into-two-lines-of-a-telephone`

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a member writes, an administrator answers, the member sees it and replies by mail', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await enter(page, visitor, '/portal/messages')
      await expect(page.getByRole('heading', { name: 'Write to us' })).toBeVisible()
      await look('no-messages')

      const field = page.getByRole('main').getByRole('textbox')
      await field.fill('Something that I am still')
      await page.reload()
      await expect(field).toHaveValue('Something that I am still')
      await field.fill(question)
      await field.press('Control+Enter')
      await expect(page.getByRole('listitem').filter({ hasText: 'which package fits' })).toBeVisible()
      await expect(field).toHaveValue('')
      await field.fill('And what does it cost?')
      await page.getByRole('button', { name: 'Send message' }).click()
      await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
      await look('messages')

      await answerAsAdministrator(page, visitor, look)

      await enter(page, visitor, '/portal/dashboard')
      await page.getByRole('button', { name: 'Notifications, 5 unread' }).click()
      await page.getByRole('link', { name: 'FutureWorld Consultancy has written to you' }).click()
      await expect(page.getByText('MY FUTURE WEEK')).toBeVisible()
      await expect(page.getByText('New', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()
      await look('answer')

      await replyByMail(site, visitor)
      await page.reload()
      await expect(page.getByText('Thank you, I take it.')).toBeVisible()
      await expect(page.getByText(/, by mail$/)).toBeVisible()
      await expect(page.getByText('A file came with this mail and was not taken.')).toBeVisible()
      await expect(page.getByText('How much it costs')).toHaveCount(1)
      await look('by-mail')
    })
  })
}

test('what either side writes is in every open window at once, and nobody loads a page again', async ({
  page,
  context,
  browser,
  site,
  visitor,
}) => {
  await openAccount(site, visitor)
  await enter(page, visitor, '/portal/messages')
  const other = await context.newPage()
  await other.goto('/portal/messages')
  await expect(other.getByRole('heading', { name: 'Write to us' })).toBeVisible()
  await page.getByRole('main').getByRole('textbox').fill('Does this reach both?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(other.getByRole('listitem').filter({ hasText: 'Does this reach both?' })).toBeVisible()

  const desk = await browser.newContext()
  const office = await desk.newPage()
  await office.goto(`${site.url}/login?from=/admin/conversations`)
  await logIn(office, administrator as Visitor)
  await office.getByLabel('Name or e-mail address').fill(visitor.email)
  await office.getByRole('button', { name: 'Search' }).click()
  await expect(office.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await office.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(office.getByText('Does this reach both?')).toBeVisible()
  await office.getByLabel('Your answer to Ada Lovelace').fill('It does.')
  await office.getByRole('button', { name: 'Send message' }).click()
  for (const tab of [page, other]) await expect(tab.getByText('It does.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()

  await other.getByRole('main').getByRole('textbox').fill('Thank you.')
  await other.getByRole('button', { name: 'Send message' }).click()
  await expect(office.getByText('Thank you.')).toBeVisible()
  await expect(office.getByText(/^Waits for an answer since/)).toBeVisible()
  await expect(page.getByText('Thank you.')).toBeVisible()

  await other.goto('/portal/dashboard')
  await other.goBack()
  await expect(other.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(3)
  await other.getByRole('main').getByRole('textbox').fill('Half a sentence that nobody else should read')

  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/login/)
  await expect(other.getByText('It does.')).toHaveCount(0)
  for (const tab of [page, other]) {
    expect(await tab.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Half a sentence')
  }
  await other.goBack()
  await expect(other.getByText('It does.')).toHaveCount(0)
  await office.getByRole('banner').locator('summary').click()
  await office.getByRole('button', { name: 'Logout' }).click()
  await expect(office).toHaveURL(/\/$/)
  await expect.poll(async () => (await page.request.get('/metrics')).text()).toContain('futureworld_open_streams 0')
  await desk.close()
})

test('a member who looks for the company’s side is led back to the portal', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await enter(page, visitor, '/admin/conversations')
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
})

async function answerAsAdministrator(page: Page, visitor: Visitor, look: (name: string) => Promise<void>) {
  await enter(page, administrator, '/admin/conversations')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Waits')
  await look('conversations')
  await page.getByLabel('Name or e-mail address').fill(visitor.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText('And what does it cost?')).toBeVisible()
  await look('conversation-waits')
  await page
    .getByLabel('Your answer to Ada Lovelace')
    .fill('Take MY FUTURE WEEK.\n\nHow much it costs stands on its page.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Nobody waits for an answer')).toBeVisible()
  await look('conversation-answered')
}

/** What a mail program sends to where the letter wants its answers, and the mail server hands over. */
async function replyByMail(site: RunningSite, visitor: Visitor) {
  let to = ''
  await expect
    .poll(async () => {
      const mails = await site.mails()
      const letter = mails.find((mail) => mail.includes(`To: ${visitor.email}`) && mail.includes('Reply-To:'))
      to = /^Reply-To:\s+(\S+)/m.exec(letter ?? '')?.[1] ?? ''
      return to
    })
    .toMatch(/^replies\+[0-9a-f]{40}@/)
  const words =
    'Thank you, I take it.\r\n\r\nOn Sunday, 22 November 2026 at 19:00, FutureWorld wrote:\r\n> How much it costs'
  const body = [
    'Content-Type: multipart/mixed; boundary=x\r\n',
    `--x\r\nContent-Type: text/plain\r\n\r\n${words}`,
    '--x\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="a.png"\r\n\r\nAAAA\r\n--x--',
  ].join('\r\n')
  const response = await fetch(`${site.url}/api/incoming-mail`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${incomingMail.secret}` },
    body: letterOf({ from: `Ada <${visitor.email}>`, to, body }),
  })
  expect(await response.json()).toEqual({ success: true, data: { outcome: 'added' } })
}

/** Somebody else at the same browser. */
async function enter(page: Page, person: { email: string; password: string }, path: string) {
  await becomeNobody(page)
  await page.goto(`/login?from=${encodeURIComponent(path)}`)
  await logIn(page, person as Visitor)
}
