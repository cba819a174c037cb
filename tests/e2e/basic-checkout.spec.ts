import type { Page } from '@playwright/test'
import { beOfAge, chooseCard, expect, logIn, openAccount, test, typeSplitCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('by card in dollars: from the package on MY FUTURE to the receipt, which survives a reload', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await page.goto('/login?from=%2Fservices%2Fmy-future')
      await logIn(page, visitor)
      await page.locator('#my-future-basic').getByRole('link', { name: 'Get Started' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
      await expect(page).toHaveURL(/\/checkout$/)
      await expect(page.getByRole('radio', { name: 'Credit Card' })).toBeChecked()
      await expect(page.getByRole('button', { name: 'Pay $108.90' })).toBeEnabled()
      const date = page.frameLocator('iframe[title*="expiration date" i]').getByRole('textbox')
      await expect(date).toHaveAttribute('placeholder', 'MM/YY')
      await look('basic-checkout')
      await page.getByRole('button', { name: 'Pay $108.90' }).scrollIntoViewIfNeeded()
      await page.getByRole('group', { name: 'Card Number' }).screenshot({ path: test.info().outputPath('number.png') })

      await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
      await typeSplitCard(page, '4242424242424242')
      await beOfAge(page)
      await page.getByLabel(/Please start my package now/).check()
      await page.getByLabel(/I lose the right to cancel/).check()
      await page.getByRole('button', { name: 'Pay $108.90' }).click()
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
      await expect(page).toHaveURL(/\/confirmation$/)
      await expect(page.getByText('$108.90')).toBeVisible()
      await expect(page.getByText(/^INV-TEST-/)).toBeVisible()
      await look('confirmation')

      await page.reload()
      await expect(page.getByText(/^INV-TEST-/)).toBeVisible()
      await page.getByRole('link', { name: 'Go to My Packages' }).click()
      await expect(page.getByRole('article').filter({ hasText: 'MY FUTURE WEEK' })).toContainText('Active')
    })

    test('at PayPal: given up nothing is lost, and paid the receipt follows', async ({ page, site, visitor, look }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'biz-future-basic')
      await logIn(page, visitor)
      await page.getByLabel('Country').selectOption('Canada')
      await page.getByLabel(/Please start my package now/).check()
      await page.getByRole('radio', { name: 'PayPal' }).check()
      await expect(page.getByLabel('Cardholder Name')).toBeHidden()
      await look('paypal-chosen')
      await page.getByRole('button', { name: 'Pay $108.90' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()

      await expect(page.getByText('Nothing was charged, and what you entered is still here.')).toBeInViewport()
      await expect(page).toHaveURL(/\/checkout$/)
      await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked()
      await expect(page.getByLabel('Country')).toHaveValue('CA')
      await expect(page.getByLabel(/Please start my package now/)).toBeChecked()
      await look('paypal-cancelled')

      await page.getByRole('button', { name: 'Pay $108.90' }).click()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
      await expect(page).toHaveURL(/\/confirmation$/)
      await expect(page.getByText(/Your package starts on/)).toBeVisible()
      await page.goBack()
      await expect(page.getByText('You have not paid with PayPal')).toHaveCount(0)
    })

    test('a business reads what is missing next to each field, and pays once it is there', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'biz-future-pro')
      await logIn(page, visitor)
      await page.getByRole('radio', { name: 'for a business' }).check()
      await expect(page.getByLabel(/Please start my package now/)).toHaveCount(0)
      await page.getByRole('button', { name: 'Pay $218.90' }).click()
      for (const sentence of [
        'Company name is required',
        'Billing address is required',
        'Cardholder Name is required',
        'Card Number is required',
        'Expiry Date is required',
        'CVV is required',
      ]) {
        await expect(page.getByText(sentence)).toBeVisible()
      }
      await expect(page.getByLabel('Company name')).toBeFocused()
      await look('business-missing')

      await page.getByLabel('Company name').fill('Analytical Engines')
      await page.getByLabel('Billing address').fill('1 Main Street\nSpringfield')
      await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
      await typeSplitCard(page, '4000000000009995')
      await page.getByRole('button', { name: 'Pay $218.90' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Your card has insufficient funds.')
      await expect(page.getByLabel('Company name')).toHaveValue('Analytical Engines')
      await look('business-declined')
      await chooseCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay $218.90' }).click()
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
      await expect(page.getByText(/Your package starts on/)).toHaveCount(0)
    })

    test('from the United Kingdom the price in pounds is read before paying, and paid at the other checkout', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await openCheckout(page, 'study-world-basic')
      await logIn(page, visitor)
      await page.getByLabel('Country').selectOption('United Kingdom')
      await expect(
        page.getByText('From the United Kingdom you pay in pounds: £118.80 instead of $108.90.'),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
      await look('pays-in-pounds')
      await page.getByRole('link', { name: 'Go on in pounds: £118.80' }).click()
      await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
      await page.getByRole('radio', { name: 'for a business' }).check()
      await page.getByLabel('VAT number (optional)').fill('12')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(page.getByText('A UK VAT number has 9 digits')).toBeVisible()
      await look('secure-business')
    })

    test('without a purchase, or a package, each page says so and leads to the packages', async ({ page, look }) => {
      await page.goto('/confirmation')
      await expect(page.getByText('Purchase information not found. Please try making a purchase again.')).toBeVisible()
      await look('confirmation-without-purchase')
      await page.getByRole('link', { name: 'View Packages' }).click()
      await expect(page).toHaveURL(/\/services\/my-future$/)

      await page.goto('/checkout?package=nothing')
      await expect(page.getByText('Package not found. Please select a package first.')).toBeVisible()
      await look('package-not-found')
      await page.getByRole('link', { name: 'View Packages' }).click()
      await expect(page).toHaveURL(/\/services\/my-future$/)
    })
  })
}

test('a visitor sees the price in dollars, and comes back after logging in', async ({ page, site, visitor, look }) => {
  await openAccount(site, visitor)
  await page.goto('/checkout?package=my-future-basic')
  await expect(page.getByText('$108.90').first()).toBeVisible()
  await look('basic-visitor')
  await page.getByRole('link', { name: 'Log in to pay' }).click()
  await logIn(page, visitor)
  await expect(page.getByRole('button', { name: 'Pay $108.90' })).toBeVisible()
})

test('the whole payment is made by keyboard', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await openCheckout(page, 'study-world-pro')
  await logIn(page, visitor)
  await expect(page.getByRole('button', { name: 'Pay $218.90' })).toBeEnabled()
  await page.getByRole('radio', { name: 'for myself' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Country')).toBeFocused()
  await page.keyboard.type('New Z')
  await expect(page.getByLabel('Country')).toHaveValue('NZ')
  // Past the address, which is shut, to the method and the name.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Cardholder Name')).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
})

test('a wrong date of the card is said next to it, and the rest stays', async ({ page, site, visitor }) => {
  await openAccount(site, visitor)
  await openCheckout(page, 'my-future-basic')
  await logIn(page, visitor)
  await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
  await typeSplitCard(page, '4242424242424242', '0120', '123')
  await beOfAge(page)
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await expect(page.getByRole('group', { name: 'Expiry Date' })).toContainText(/expir|past/i)
  await expect(page.getByRole('group', { name: 'Card Number' })).not.toContainText(/number is/i)
  await expect(page.getByLabel('Cardholder Name')).toHaveValue('Ada Lovelace')
})

async function openCheckout(page: Page, packageId: string) {
  await page.goto(`/login?from=${encodeURIComponent(`/checkout?package=${packageId}`)}`)
}
