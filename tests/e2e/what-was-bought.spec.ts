import type { Page } from '@playwright/test'
import { beOfAge, enterPortal, expect, test, typeCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a payment that was not finished is continued, or cancelled, from My Packages', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await openCheckout(page, 'my-future-basic')
      await typeCard(page, '4000000000000002')
      await page.getByRole('button', { name: 'Pay £118.80' }).click()
      await expect(page.getByText('Your card was declined', { exact: false }).first()).toBeVisible()

      await page.goto('/portal/packages')
      await expect(page.getByText('Payment not finished: MY FUTURE WEEK')).toBeVisible()
      await look('unfinished')
      await page.getByRole('link', { name: 'Continue to pay for MY FUTURE WEEK' }).click()
      await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()

      await page.goto('/portal/dashboard')
      await expect(page.getByRole('table')).toContainText('Payment not finished')
      await look('unfinished-on-dashboard')
      await page.getByRole('button', { name: 'Cancel payment for MY FUTURE WEEK' }).click()
      await expect(page.getByText('Your payment is cancelled. Nothing was charged.')).toBeVisible()
      await expect(page.getByRole('table')).toContainText('Cancelled')
    })

    test('a member reads what cancelling within 14 days brings, cancels, and sees the money on its way', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await buy(page, 'my-future-basic', 'Pay £118.80')
      await page.getByRole('link', { name: 'View details of MY FUTURE WEEK' }).click()
      await expect(page.getByText('If you do it now, you get back £118.80 of the £118.80')).toBeVisible()
      await look('details')

      await page.getByRole('button', { name: 'Cancel this contract' }).click()
      await expect(page.getByRole('dialog')).toContainText('MY FUTURE WEEK ends now')
      await look('before-cancelling')
      await page.getByRole('button', { name: 'Cancel, get £118.80 back' }).click()

      await expect(
        page.getByText('Your package is cancelled. We have sent you an email with the figures.'),
      ).toBeVisible()
      await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('£118.80')
      await expect(page.getByText('This package was cancelled or refunded already.')).toBeVisible()
      await look('cancelled')
    })

    test('a member cancels the subscription in two clicks, takes it back in one, and pays with another card', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await enterPortal(page, site, visitor)
      await buy(page, 'my-future-pro', /£34.80/)
      await page.goto('/portal/packages')
      const subscription = page.getByRole('region', { name: 'Subscription MY FUTURE X' })
      await expect(subscription).toContainText('ending in 4242')
      await look('subscription')

      await subscription.getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(page.getByRole('dialog')).toContainText(/You can use it until .*\. Nothing more is charged\./)
      await look('before-cancelling-subscription')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(subscription).toContainText(/Cancelled\. You can use it until/)
      await look('cancelled-subscription')
      await subscription.getByRole('button', { name: 'Undo cancellation' }).click()
      await expect(subscription).toContainText('Next payment')

      await subscription.getByRole('link', { name: 'Update your card' }).click()
      await expect(page.getByText(/You allow .* to charge this card £34.80 each month until you cancel/)).toBeVisible()
      await typeCard(page, '5555555555554444')
      await look('update-card')
      await page.getByRole('button', { name: 'Use this card' }).click()
      await expect(page.getByRole('heading', { name: 'Your card is changed' })).toBeVisible()
      await look('card-changed')
      await page.getByRole('link', { name: 'Back to My Packages' }).click()
      await expect(subscription).toContainText('ending in 4444')
    })
  })
}

async function openCheckout(page: Page, packageId: string) {
  await page.goto(`/checkout/stripe?package=${packageId}`)
  if (packageId.startsWith('my-future')) await beOfAge(page)
  await page.getByLabel(/Please start my package now/).check()
  await page.getByLabel(/I lose the right to cancel/).check()
}

async function buy(page: Page, packageId: string, button: string | RegExp) {
  await openCheckout(page, packageId)
  await typeCard(page, '4242424242424242')
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)
}
