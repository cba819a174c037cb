import type { Page } from '@playwright/test'
import { type RunningSite, startSite } from '../support/start-site.ts'
import {
  test as base,
  becomeNobody,
  beOfAge,
  enterPortal,
  expect,
  logIn,
  typeCard,
  type Visitor,
  widths,
} from './support/test.ts'

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

    test('the owner finds a purchase, reads what giving a part back means, and gives it back', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await buyWeek(page, site, visitor)
      await becomeNobody(page)

      await page.goto('/login')
      await logIn(page, administrator as Visitor)
      await expect(page.getByText('Hello, First')).toBeVisible()
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

      // The provider is asked by a job, which does not take long.
      await expect
        .poll(
          async () => {
            await page.reload()
            await expect(page.getByRole('heading', { name: 'MY FUTURE WEEK', level: 1 })).toBeVisible()
            return page.getByText('Refund: arrived').count()
          },
          { timeout: 30_000 },
        )
        .toBe(1)
      await expect(page.getByText('Partly refunded')).toBeVisible()
      await expect(page.getByText(/Credit note TEST-CN-/)).toBeVisible()
      await look('refunded')
    })
  })
}

async function buyWeek(page: Page, site: RunningSite, visitor: Visitor) {
  await enterPortal(page, site, visitor)
  await page.goto('/checkout/stripe?package=my-future-basic')
  await beOfAge(page)
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
}
