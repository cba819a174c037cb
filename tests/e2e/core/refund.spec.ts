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
  await page.getByLabel('Name, e-mail address or reference').fill(visitor.email)
  await page.getByRole('button', { name: 'Search' }).click()
  const row = page.getByRole('row', { name: /MY FUTURE WEEK/ })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('£118.80')
  await look('purchases')
  await row.getByRole('link', { name: 'MY FUTURE WEEK' }).click()

  await expect(page.getByRole('heading', { name: 'MY FUTURE WEEK', level: 1 })).toBeVisible()
  await expect(page.getByText('payment_intent.succeeded')).toBeVisible()
  await look('purchase')
  await page.getByRole('button', { name: 'Give money back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give money back' })
  await dialog.getByLabel('A part').check()
  await dialog.getByLabel('Amount in pounds').fill('18.80')
  await dialog.getByLabel('Reason').fill('The final call did not take place')
  await look('refund-asked')
  await dialog.getByRole('button', { name: 'See what this means' }).click()
  await expect(dialog).toContainText('£18.80 goes back the way it was paid; £100.00 of £118.80 stays with us.')
  await expect(dialog).toContainText('A credit note of £18.80 is issued: £15.67 and £3.13 tax.')
  await expect(dialog).toContainText('MY FUTURE WEEK goes on.')
  await look('refund-meaning')
  await dialog.getByRole('button', { name: 'Give £18.80 back' }).click()
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
