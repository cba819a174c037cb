import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a visitor sends a message, and an email confirms it', async ({ page, site, visitor, look }) => {
  await page.goto('/contact')
  await page.getByLabel('Name').fill(`${visitor.firstName} ${visitor.lastName}`)
  await page.getByLabel('Email').fill(visitor.email)
  // Before hydration the form can be filled but not sent: wait until the button can submit.
  await expect(page.getByRole('button', { name: 'Send message' })).toHaveAttribute('type', 'submit')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message is required')).toBeVisible()
  await look('contact-with-error')

  await page.getByLabel('Message').fill('Which package fits somebody who is 17?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await look('contact-sent')

  await expect.poll(async () => (await mailsAbout(site, visitor.email)).length).toBe(2)
})

test('a visitor sends a complaint and gets a reference', async ({ page, site, visitor, look }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Complaints' }).click()
  await page.getByLabel('What is it about?').selectOption('How my personal data was handled')
  await page.getByLabel('What happened?').fill('You wrote to my old address.')
  await page.getByLabel('Name').fill(visitor.firstName)
  await page.getByLabel('Email').fill(visitor.email)
  await look('complaint')
  await page.getByRole('button', { name: 'Send complaint' }).click()

  const acknowledgement = page.getByRole('status').filter({ hasText: 'Your reference is' })
  await expect(acknowledgement).toBeVisible()
  await look('complaint-sent')
  const reference = (await acknowledgement.textContent())?.match(/C-[2-9A-Z]{4}-[2-9A-Z]{4}/)?.[0] ?? 'none'
  await expect
    .poll(async () => (await mailsAbout(site, visitor.email)).filter((mail) => mail.includes(reference)).length)
    .toBe(2)
})

async function mailsAbout(site: { mails: () => Promise<string[]> }, email: string) {
  return (await site.mails()).filter((mail) => mail.includes(email))
}
