import type { Page } from '@playwright/test'
import { ask, buyPackage, emailTo, logInElsewhere, openAccount } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a contract is cancelled in two steps, without logging in', async ({ page, site, visitor, look }) => {
  await openAccount(site, visitor)
  const token = await logInElsewhere(site, visitor)
  const purchaseId = await buyPackage(site, token, 'my-future-basic')
  const getPurchase = () => ask(site, token, 'GET', `/api/purchases/${purchaseId}`)
  const { reference } = await getPurchase()

  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cancel a contract' }).click()
  await look('cancel-contract')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Order reference is required')).toBeVisible()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await look('cancel-contract-errors')

  await fillDetails(page, reference, visitor.email)
  await expect(page.getByRole('heading', { name: 'Check and confirm' })).toBeInViewport()
  await look('cancel-contract-confirm')
  expect((await getPurchase()).status).toBe('completed')

  await page.getByRole('button', { name: 'Confirm cancellation' }).click()
  await expect(page.getByRole('heading', { name: 'We’ve received your cancellation' })).toBeInViewport()
  await look('cancel-contract-received')
  await emailTo(site, visitor.email, /received your cancellation/)
  await emailTo(site, visitor.email, /is cancelled: £118\.80 refund/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the same steps work, and a reload declares nothing again', async ({ page, site, visitor }) => {
    await page.goto('/cancel-contract')
    await fillDetails(page, 'unknown', visitor.email)
    await page.getByRole('button', { name: 'Change my details' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(visitor.email)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Confirm cancellation' }).click()
    const declared = page.getByText(/\d\d:\d\d:\d\d \(London time\)/)
    const moment = await declared.textContent()

    await page.reload()
    await expect(declared).toHaveText(moment ?? '')
    await emailTo(site, visitor.email, /received your cancellation/)
  })
})

async function fillDetails(page: Page, orderReference: string, email: string) {
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Order reference').fill(orderReference)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}
