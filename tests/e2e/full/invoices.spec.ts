import { readFile } from 'node:fs/promises'
import { readPdf } from '../../support/app/read-pdf.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member downloads the invoice of a purchase from the dashboard and from Invoices', async ({
  memberPage: page,
  visitor,
  look,
  buy,
}) => {
  await buy('my-future-basic')
  await page.goto('/portal/dashboard')
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
  const [pdf] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /^PDF of/ }).click()])
  const { text } = await readPdf(await readFile(await pdf.path()))
  expect(text).toContain('Total £118.80')
  expect(text).toContain(`${visitor.firstName} ${visitor.lastName}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('button', { name: /^Text of/ }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('Total: £118.80')
})
