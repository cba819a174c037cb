import { buyPackage, keepLogin, logInElsewhere, openAccount } from '../support/api.ts'
import { administrator } from '../support/site-with-data.ts'
import { expect, test } from '../support/test.ts'

test('an administrator finds a purchase, previews a partial refund and issues it', async ({
  page,
  site,
  visitor,
  look,
}) => {
  await openAccount(site, visitor)
  await buyPackage(site, await logInElsewhere(site, visitor), 'my-future-basic')
  await keepLogin(page, site, administrator)
  await page.goto('/admin/purchases')
  await expect(page.getByRole('heading', { name: 'Purchases', level: 1 })).toBeVisible()
  await page.getByLabel('Name, email or reference').fill(visitor.email)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row', { name: /MY FUTURE WEEK/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('£118.80')
  await look('purchases')
  await row.getByRole('link', { name: 'MY FUTURE WEEK' }).click()

  await expect(page.getByRole('heading', { name: 'MY FUTURE WEEK', level: 1 })).toBeVisible()
  await expect(page.getByText('payment_intent.succeeded')).toBeVisible()
  await look('purchase')
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Part of it').check()
  await dialog.getByLabel('Amount in pounds').fill('18.80')
  await dialog.getByLabel('Reason').fill('The final call did not take place')
  await look('refund-asked')
  await dialog.getByRole('button', { name: 'Preview refund' }).click()
  await expect(dialog).toContainText(
    '£18.80 will go back to the original payment method. We’ll keep £100.00 of £118.80.',
  )
  await expect(dialog).toContainText('We’ll issue a credit note for £18.80: £15.67 plus £3.13 tax.')
  await expect(dialog).toContainText('MY FUTURE WEEK will continue.')
  await look('refund-meaning')
  await dialog.getByRole('button', { name: 'Refund £18.80' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Partly refunded').or(page.getByText('Refund: on its way'))).not.toHaveCount(0)

  // A job sends the refund to the provider, so the page shows it only after a moment.
  await expect
    .poll(async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: 'MY FUTURE WEEK', level: 1 })).toBeVisible()
      return page.getByText('Refund: arrived').count()
    })
    .toBe(1)
  await expect(page.getByText('Partly refunded')).toBeVisible()
  await expect(page.getByText(/Credit note TEST-CN-/)).toBeVisible()
  await look('refunded')
})
