import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member who cancels a package within 14 days sees the refund before and after cancelling', async ({
  memberPage: page,
  look,
  buy,
}) => {
  await buy('my-future-basic')
  await page.goto('/portal/dashboard')
  await page.getByRole('link', { name: 'View details of MY FUTURE WEEK' }).click()
  await expect(page.getByRole('region', { name: 'Cancel now' })).toContainText('Your refund£118.80')
  await look('details')

  await page.getByRole('button', { name: 'Cancel and refund £118.80' }).click()
  await expect(page.getByRole('dialog')).toContainText('MY FUTURE WEEK will end now')
  await look('before-cancelling')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel and refund £118.80' }).click()

  await expect(page.getByText('Your package is cancelled. We’ve emailed you the details.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('£118.80')
  await expect(page.getByText('This package has been cancelled or refunded.')).toBeVisible()
  await look('cancelled')
})
