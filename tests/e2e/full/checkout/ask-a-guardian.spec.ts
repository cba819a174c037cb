import { ask, emailedLink } from '../../support/api.ts'
import { phone } from '../../support/screen-sizes.ts'
import { expect, startLater, test, typeCard } from '../../support/test.ts'

test.use({ viewport: phone })

test('a member under 18 can pay once a guardian consents through the emailed link', async ({
  memberPage: page,
  site,
  visitor,
  look,
}) => {
  await page.goto('/checkout/stripe?package=my-future-basic')
  const payButton = page.getByRole('button', { name: 'Pay £118.80' })
  await startLater(page)
  await typeCard(page, '4242424242424242')
  await payButton.click()
  await expect(page.getByText('Please say whether you are under 18.')).toBeVisible()
  await expect(page.getByLabel('Yes')).toBeFocused()
  await look('age-needed')

  await page.getByLabel('Yes').check()
  await expect(payButton).toBeDisabled()
  await page.getByRole('button', { name: 'Ask your guardian' }).click()
  await expect(page.getByText('The name of your parent or guardian is required')).toBeVisible()
  await look('guardian-needed')
  await page.getByLabel('Name of your parent or guardian').fill('Annabella Milbanke')
  await page.getByLabel('Their email').fill(visitor.email)
  await page.getByLabel('Their email').press('Enter')
  await expect(page.getByText('not your own.')).toBeVisible()
  const address = `guardian-${visitor.email}`
  await page.getByLabel('Their email').fill(address)
  await page.getByRole('button', { name: 'Ask your guardian' }).click()
  await expect(page.getByText('We are waiting for your parent or guardian')).toBeVisible()
  await expect(payButton).toBeDisabled()
  await page.getByRole('button', { name: 'Look for their answer' }).click()
  await expect(page.getByText('They have not answered yet.')).toBeVisible()
  await look('waiting')

  const link = await emailedLink(site, address, /\/guardian\/[\w-]{43}/)
  const token = link.split('/').at(-1) ?? ''
  const named: string[] = []
  const guardian = await page.context().newPage()
  guardian.on('request', (request) => named.push(request.url(), request.headers().referer ?? ''))
  const response = await guardian.goto(link)
  expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  expect(await response?.text()).not.toContain(token)
  await expect(guardian.getByText('Ada is under 18')).toBeVisible()
  await expect(guardian).toHaveURL(/\/guardian$/)
  await expect(guardian.getByText('£118.80 once, including £19.80 VAT. Nothing renews.')).toBeVisible()
  await guardian.getByRole('button', { name: 'I agree' }).click()
  await expect(guardian.getByText('Thank you. You have agreed.')).toBeVisible()
  expect(named.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)).toEqual([`/guardian/${token}`])
  await guardian.close()

  await page.getByRole('button', { name: 'Look for their answer' }).click()
  await expect(page.getByText('Your parent or guardian has agreed. You can pay now.')).toBeVisible()
  await look('agreed')
  await payButton.click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  expect((await site.mails()).filter((mail) => mail.includes('You can pay for MY FUTURE WEEK now'))).not.toEqual([])

  await page.goto(link)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link does not work any more.')
  await look('link-expired')
})

test('a guardian’s refusal blocks the checkout for a member under 18', async ({
  page,
  site,
  visitor,
  look,
  memberToken: token,
}) => {
  const address = `guardian-${visitor.email}`
  const guardian = { name: 'Annabella', email: address }
  await ask(site, token, 'POST', '/api/guardian-consents', { packageId: 'my-future-basic', market: 'uk', guardian })
  await page.goto(await emailedLink(site, address, /\/guardian\/[\w-]{43}/))
  await expect(page.getByText('Ada is under 18')).toBeVisible()
  await look('question')
  await page.getByRole('button', { name: 'I do not agree' }).click()
  await expect(page.getByText('Thank you. You have not agreed.')).toBeVisible()
  await look('not-agreed')

  await page.goto('/checkout/stripe?package=my-future-basic')
  await page.getByLabel('No', { exact: true }).check()
  await expect(page.getByText('Your profile says that you are under 18')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeDisabled()
  await page.getByLabel('Yes').check()
  await expect(page.getByText('Your parent or guardian did not agree')).toBeVisible()
  await look('refused')
})
