import { emailedLink } from '../../support/api.ts'
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
  await page.getByLabel('Yes').check()
  await page.getByRole('button', { name: 'Ask your parent or guardian' }).click()
  await expect(page.getByText('Your parent or guardian’s name is required')).toBeVisible()
  await look('guardian-needed')
  await page.getByLabel('Name of your parent or guardian').fill('Annabella Milbanke')
  const address = `guardian-${visitor.email}`
  await page.getByLabel('Their email').fill(address)
  await page.getByRole('button', { name: 'Ask your parent or guardian' }).click()
  await expect(page.getByText('Waiting for your parent or guardian')).toBeVisible()
  await expect(payButton).toBeDisabled()
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
  await guardian.getByRole('button', { name: 'I agree' }).click()
  await expect(guardian.getByText('Thank you. You’ve agreed.')).toBeVisible()
  expect(named.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)).toEqual([`/guardian/${token}`])
  await guardian.close()

  await page.getByRole('button', { name: 'Check for a reply' }).click()
  await expect(page.getByText('Your parent or guardian has agreed. You can pay now.')).toBeVisible()
  await look('agreed')
  await payButton.click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
})
