import { emailTo } from '../support/api.ts'
import { checkScreen } from '../support/check-screen.ts'
import { confirmAge, expect, startToday, test, typeCard } from '../support/test.ts'

test('an administrator makes a code, a visitor pays less with it, and the back office shows who used it', async ({
  adminPage,
  browser,
  site,
  visitor,
  look,
}) => {
  await adminPage.goto('/admin/discount-codes')
  await adminPage.getByRole('link', { name: 'New code' }).click()
  await adminPage.getByLabel('Code', { exact: true }).fill('spring-20')
  await adminPage.getByRole('button', { name: 'Create code' }).click()
  await expect(adminPage.getByText('Enter a whole number from 1 to 99')).toBeVisible()
  await adminPage.getByLabel('Percentage off').fill('20')
  await adminPage.getByLabel('Uses in all').fill('50')
  await look('discount-code-new')
  await adminPage.getByRole('button', { name: 'Create code' }).click()
  await expect(adminPage.getByRole('heading', { name: 'SPRING-20', level: 1 })).toBeVisible()

  const shop = await browser.newContext({ baseURL: site.url })
  const page = await shop.newPage()
  await page.goto('/checkout/stripe?package=my-future-basic')
  await page.getByRole('button', { name: 'Have a discount code?' }).click()
  await page.getByLabel('Discount code').fill('SPRNG')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('We don’t recognise this code. Check the spelling.')).toBeVisible()
  await checkScreen(page, 'checkout-code-unknown')
  await page.getByLabel('Discount code').fill('spring-20')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Discount (SPRING-20):')).toBeVisible()
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByLabel('Email', { exact: true }).fill(visitor.email)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await confirmAge(page)
  await startToday(page)
  await typeCard(page, '4242424242424242')
  await checkScreen(page, 'checkout-with-code')
  await page.getByRole('button', { name: 'Pay £95.04' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await emailTo(site, visitor.email, /payment received, £95\.04/)
  await shop.close()

  await adminPage.reload()
  await expect(adminPage.getByText('£19.80 given before tax.')).toBeVisible()
  await expect(adminPage.getByRole('link', { name: `${visitor.firstName} ${visitor.lastName}` })).toBeVisible()
  await look('discount-code')
  await adminPage.getByRole('button', { name: 'Pause' }).click()
  await expect(adminPage.getByRole('button', { name: 'Resume' })).toBeVisible()
  await adminPage.getByRole('link', { name: 'Discount codes' }).first().click()
  await expect(adminPage.getByRole('row', { name: /SPRING-20.*1 of 50/ })).toContainText('Paused')
  await look('discount-codes')
})
