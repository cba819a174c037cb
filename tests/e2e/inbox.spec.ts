import PostalMime from 'postal-mime'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { test as base, expect, logIn, type Visitor, widths } from './support/test.ts'

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

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('an administrator answers a message, and the answer arrives by mail', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      const written = await fetch(`${site.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Grace Hopper', email: visitor.email, message: 'Which one fits?\n<i>Please</i>' }),
      })
      expect(written.status).toBe(200)

      await page.goto('/login?from=%2Fadmin%2Finbox')
      await logIn(page, administrator as Visitor)
      await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
      await look('inbox')
      await page.getByLabel('E-mail address or reference').fill(visitor.email)
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL(/writer=/)
      await page.getByRole('main').getByRole('link', { name: 'Grace Hopper' }).click()
      await expect(page.getByText('<i>Please</i>')).toBeVisible()
      await look('inbox-message')

      await page.getByLabel(`Your answer to ${visitor.email}`).fill('STUDY WORLD fits you.\nShall we call?')
      await page.getByRole('button', { name: 'Send answer' }).click()
      await expect(page.getByText('Your answer is on its way.')).toBeVisible()
      await expect(page.getByText('Answered', { exact: true }).first()).toBeVisible()
      await look('inbox-answered')

      await expect.poll(async () => (await answerTo(site, visitor))?.text ?? '').toContain('STUDY WORLD fits you.')
      const mail = await answerTo(site, visitor)
      expect(mail?.replyTo?.map(({ address }) => address)).toEqual(['hello@futureworld.example'])
    })
  })
}

async function answerTo(site: RunningSite, { email }: Visitor) {
  const mails = await Promise.all((await site.mails()).map((mail) => PostalMime.parse(mail)))
  return mails.find(
    ({ to, subject }) => to?.some(({ address }) => address === email) && subject?.includes('has answered you'),
  )
}
