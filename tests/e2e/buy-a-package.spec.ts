import { beOfAge, expect, logIn, register, test, typeCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a visitor reads, registers, logs in, buys MY FUTURE WEEK and finds it active', async ({
      page,
      site,
      visitor,
      look,
    }, testInfo) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look('home')

      await page
        .getByRole('main')
        .getByRole('link', { name: /MY FUTURE/ })
        .first()
        .click()
      await expect(page).toHaveURL(/\/services\/my-future$/)
      await page.getByRole('button', { name: '£ UK' }).click()
      const card = page.locator('#my-future-basic')
      await expect(card).toContainText('£118.80')
      await expect(card).toContainText('£99.00 + £19.80 VAT')
      await look('my-future')

      await card.getByRole('link', { name: /Get Started/ }).click()
      await expect(page).toHaveURL(/\/login\?from=/)
      await look('login')
      await page
        .getByRole('main')
        .getByRole('link', { name: /create|register|sign up/i })
        .click()
      await expect(page).toHaveURL(/\/register/)
      await look('register')
      await register(page, visitor)
      await expect(page.getByText('Registered successfully')).toBeVisible()
      await expect(page).toHaveURL(/\/login/)

      await logIn(page, visitor)
      await expect(page.getByText('Logged in successfully')).toBeVisible()
      await expect(page).toHaveURL(/\/services\/my-future#my-future-basic$/)

      await page
        .locator('#my-future-basic')
        .getByRole('link', { name: /Get Started/ })
        .click()
      await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
      await beOfAge(page)
      await page.getByLabel(/Please start my package now/).check()
      await page.getByLabel(/I lose the right to cancel/).check()
      await typeCard(page, '4242424242424242')
      await look('checkout')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()

      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page.getByText('Thank you for purchasing MY FUTURE WEEK')).toBeVisible()
      await page.screenshot({ path: testInfo.outputPath('success.png') })
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      await expect(page.getByText('Payment successful! Your package has been activated.')).toBeVisible()
      await look('dashboard')

      await page.goto('/portal/packages')
      const owned = page.getByRole('article').filter({ hasText: 'MY FUTURE WEEK' })
      await expect(owned).toContainText('Active')
      await look('my-packages')

      await expect.poll(async () => (await site.mails()).filter((mail) => mail.includes(visitor.email)).length).toBe(2)
      const [confirmation] = (await site.mails()).filter(
        (mail) => mail.includes('payment received') && mail.includes(visitor.email),
      )
      expect(confirmation).toContain('118.80')
    })
  })
}
