import { emailTo } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a visitor sends a message and receives a confirmation by email', async ({ page, site, visitor, look }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill(`${visitor.firstName} ${visitor.lastName}`)
  await page.getByLabel('Email').fill(visitor.email)
  await page.getByLabel('Message').fill('Which package fits somebody who is 17?')
  // Before hydration, the form can be filled in but not sent.
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveAttribute('type', 'submit')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  await look('contact-sent')
  await emailTo(site, visitor.email, /your message/)
})

test('a link from a package that cannot be bought writes the message', async ({ page }) => {
  await page.goto('/contact?package=my-future-basic')
  await expect(page.getByLabel('Message')).toHaveValue('Please tell me when I can buy MY FUTURE WEEK.')
})
