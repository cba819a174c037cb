import type { Page } from '@playwright/test'
import { incomingEmail, rawEmail } from '../../support/given/incoming-emails.ts'
import type { Person } from '../../support/given/new-person.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { keepLogin } from '../support/api.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

const question = `Hello,

which package fits if I do not know yet what I want to study? I have looked at both, and I am not sure.

https://www.example.org/a-very-long-address-without-any-place-where-it-could-be-broken-into-two-lines-of-a-telephone`

test('a member writes, an administrator answers, and the member reads the answer and replies by email', async ({
  memberPage: page,
  site,
  visitor,
  look,
}) => {
  await page.goto('/portal/messages')
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

  await answerAsAdministrator(page, site, visitor, look)

  await keepLogin(page, site, visitor)
  await page.goto('/portal/dashboard')
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

async function answerAsAdministrator(
  page: Page,
  site: RunningSite,
  visitor: Person,
  look: (name: string) => Promise<void>,
) {
  await keepLogin(page, site, administrator)
  await page.goto('/admin/conversations')
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

/** Posts the member's reply to the email's Reply-To address, as the mail server would. */
async function replyByMail(site: RunningSite, visitor: Person) {
  let to = ''
  await expect
    .poll(async () => {
      const mails = await site.mails()
      const notificationEmail = mails.find(
        (mail) => mail.includes(`To: ${visitor.email}`) && mail.includes('Reply-To:'),
      )
      to = /^Reply-To:\s+(\S+)/m.exec(notificationEmail ?? '')?.[1] ?? ''
      return to
    })
    .toMatch(/^replies\+[0-9a-f]{40}@/)
  const messageText =
    'Thank you, I take it.\r\n\r\nOn Sunday, 22 November 2026 at 19:00, FutureWorld wrote:\r\n> How much it costs'
  const body = [
    'Content-Type: multipart/mixed; boundary=x\r\n',
    `--x\r\nContent-Type: text/plain\r\n\r\n${messageText}`,
    '--x\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename="a.png"\r\n\r\nAAAA\r\n--x--',
  ].join('\r\n')
  const response = await fetch(`${site.url}/api/incoming-mail`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${incomingEmail.secret}` },
    body: rawEmail({ from: `Ada <${visitor.email}>`, to, body }),
  })
  expect(await response.json()).toEqual({ success: true, data: { outcome: 'added' } })
}
