import { ask, emailTo, keepLogin } from '../support/api.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

test('an administrator answers a message, and the answer arrives by email', async ({ page, site, visitor, look }) => {
  const message = 'Which one fits?\n<i>Please</i>'
  await ask(site, '', 'POST', '/api/contact', { name: 'Grace Hopper', email: visitor.email, message })

  await keepLogin(page, site, administrator)
  await page.goto('/admin/inbox')
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

  const answerEmail = await emailTo(site, visitor.email, /has answered you/)
  expect(answerEmail.text).toContain('STUDY WORLD fits you.')
  expect(answerEmail.replyTo?.map(({ address }) => address)).toEqual(['hello@futureworld.example'])
})
