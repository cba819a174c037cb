import type { Page } from '@playwright/test'
import type { Person } from '../../support/given/new-person.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { keepLogin } from '../support/api.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

const question = `Hello,

which package fits if I do not know yet what I want to study? I have looked at both, and I am not sure.

https://www.example.org/a-very-long-address-without-any-place-where-it-could-be-broken-into-two-lines-of-a-telephone`

test('a member writes, an administrator replies, and the member reads the reply', async ({
  memberPage: page,
  site,
  visitor,
  look,
}) => {
  await page.goto('/portal/messages')
  await expect(page.getByRole('heading', { name: 'Write to us' })).toBeVisible()
  await look('no-messages')

  const field = page.getByRole('main').getByRole('textbox')
  await field.fill(question)
  await field.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'which package fits' })).toBeVisible()
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
})

async function answerAsAdministrator(
  page: Page,
  site: RunningSite,
  visitor: Person,
  look: (name: string) => Promise<void>,
) {
  await keepLogin(page, site, administrator)
  await page.goto('/admin/conversations')
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Waiting')
  await look('conversations')
  await page.getByLabel('Name or email address').fill(visitor.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText('which package fits')).toBeVisible()
  await look('conversation-waits')
  await page
    .getByLabel('Your reply to Ada Lovelace')
    .fill('Take MY FUTURE WEEK.\n\nHow much it costs stands on its page.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('No reply needed')).toBeVisible()
  await look('conversation-answered')
}
