import { readFile } from 'node:fs/promises'
import { readPdf } from '../support/read-pdf.ts'
import { beOfAge, enterPortal, expect, test, typeCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a member pays, and downloads the invoice from the dashboard and from Invoices', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await page.goto('/portal/invoices')
      await expect(page.getByText('No packages purchased yet')).toBeVisible()
      await look('no-invoices')

      await page.goto('/checkout/stripe?package=my-future-basic')
      await beOfAge(page)
      await page.getByLabel(/Please start my package now/).check()
      await page.getByLabel(/I lose the right to cancel/).check()
      await typeCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      const invoice = page.getByRole('button', { name: /^Download invoice INV-TEST-/ })
      await expect(invoice).toBeVisible()
      await look('dashboard-with-invoice')
      const fromDashboard = await Promise.all([page.waitForEvent('download'), invoice.click()])
      expect(fromDashboard[0].suggestedFilename()).toMatch(/^INV-TEST-\d{4}-\d{6}\.pdf$/)

      await page.goto('/portal/invoices')
      const row = page.getByRole('row', { name: /INV-TEST-/ })
      await expect(row).toContainText('£118.80')
      await expect(row).toContainText('Test')
      await look('invoices')
      const [pdf] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: /^PDF of/ }).click(),
      ])
      const { text } = await readPdf(await readFile(await pdf.path()))
      expect(text).toContain('Total £118.80')
      expect(text).toContain(`${visitor.firstName} ${visitor.lastName}`)
      const [words] = await Promise.all([
        page.waitForEvent('download'),
        row.getByRole('button', { name: /^Text of/ }).click(),
      ])
      expect(await readFile(await words.path(), 'utf8')).toContain('Total: £118.80')
    })
  })
}
