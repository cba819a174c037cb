import { openAccount } from '../../support/api.ts'
import { phone } from '../../support/screen-sizes.ts'
import {
  bankFrame,
  chooseCard,
  confirmAge,
  expect,
  logIn,
  startToday,
  test,
  typeSplitCard,
} from '../../support/test.ts'

test.use({ viewport: phone })

test('a business sees an error at each missing field, and pays once all are filled', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/checkout?package=biz-future-pro')
  await page.getByRole('radio', { name: 'for a business' }).check()
  await expect(page.getByLabel('Start today')).toHaveCount(0)
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

test('a buyer in the United Kingdom sees the price in pounds and continues at the secure checkout', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/checkout?package=study-world-basic')
  await page.getByLabel('Country').selectOption('United Kingdom')
  await expect(page.getByText('From the United Kingdom you pay in pounds: £118.80 instead of $108.90.')).toBeVisible()
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

test('the confirmation without a purchase and the checkout without a package link to the packages', async ({
  page,
  look,
}) => {
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

test('a visitor sees the price in dollars and returns to the checkout after logging in', async ({
  page,
  site,
  visitor,
  look,
}) => {
  await openAccount(site, visitor)
  await page.goto('/checkout?package=my-future-basic')
  await expect(page.getByText('$108.90').first()).toBeVisible()
  await look('basic-visitor')
  await page.getByRole('link', { name: 'Log in to pay' }).click()
  await logIn(page, visitor)
  await expect(page.getByRole('button', { name: 'Pay $108.90' })).toBeVisible()
})

test('reloading during 3-D Secure resumes the authentication, and the receipt follows', async ({
  memberPage: page,
}) => {
  await page.goto('/checkout?package=study-world-basic')
  await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
  await typeSplitCard(page, '4000002760003184')
  await startToday(page)
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  const complete = bankFrame(page).getByRole('button', { name: 'Complete authentication' })
  await expect(complete).toBeVisible()
  await page.reload()
  await complete.click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  await expect(page).toHaveURL(/\/confirmation$/)
})

test('a payment can be completed by keyboard alone', async ({ memberPage: page }) => {
  await page.goto('/checkout?package=study-world-pro')
  await expect(page.getByRole('button', { name: 'Pay $218.90' })).toBeEnabled()
  await page.getByRole('radio', { name: 'for myself' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Country')).toBeFocused()
  await page.keyboard.type('New Z')
  await expect(page.getByLabel('Country')).toHaveValue('NZ')
  // Tab past the collapsed address and the payment method to the name.
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Cardholder Name')).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  for (const typed of ['4242424242424242', '1234', '123']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Start today')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel(/^Start on/)).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeFocused()
})

test('an expired card date shows an error at its field and keeps the other input', async ({ memberPage: page }) => {
  await page.goto('/checkout?package=my-future-basic')
  await page.getByLabel('Cardholder Name').fill('Ada Lovelace')
  await typeSplitCard(page, '4242424242424242', '0120', '123')
  await confirmAge(page)
  await page.getByRole('button', { name: 'Pay $108.90' }).click()
  await expect(page.getByRole('group', { name: 'Expiry Date' })).toContainText(/expir|past/i)
  await expect(page.getByRole('group', { name: 'Card Number' })).not.toContainText(/number is/i)
  await expect(page.getByLabel('Cardholder Name')).toHaveValue('Ada Lovelace')
})
