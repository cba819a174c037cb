import { phone } from '../../support/screen-sizes.ts'
import { expect, fillCheckout, test, typeCard } from '../../support/test.ts'

test.use({ viewport: phone })

test('an unfinished payment can be continued from My Packages or cancelled from the dashboard', async ({
  memberPage: page,
  look,
}) => {
  await fillCheckout(page, 'my-future-basic', 'today', '4000000000000002')
  await page.getByRole('button', { name: 'Pay £118.80' }).click()
  await expect(page.getByText('Your card was declined', { exact: false }).first()).toBeVisible()

  await page.goto('/portal/packages')
  await expect(page.getByText('Payment not finished: MY FUTURE WEEK')).toBeVisible()
  await look('unfinished')
  await page.getByRole('link', { name: 'Continue paying for MY FUTURE WEEK' }).click()
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()

  await page.goto('/portal/dashboard')
  await expect(page.getByRole('table')).toContainText('Payment not finished')
  await look('unfinished-on-dashboard')
  await page.getByRole('button', { name: 'Cancel payment for MY FUTURE WEEK' }).click()
  await expect(page.getByText('We’ve cancelled your payment. You haven’t been charged.')).toBeVisible()
  await expect(page.getByRole('table')).toContainText('Cancelled')
})

test('a member cancels a subscription, undoes the cancellation with one click, and changes the card', async ({
  memberPage: page,
  look,
  buy,
}) => {
  await buy('my-future-pro')
  await page.goto('/portal/packages')
  const subscription = page.getByRole('region', { name: 'Subscription MY FUTURE X' })
  await expect(subscription).toContainText('ending in 4242')
  await look('subscription')

  await subscription.getByRole('link', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('region', { name: 'Cancel now' })).toContainText(/Your refund£33\.\d\d/)
  await expect(page.getByRole('heading', { name: 'Cancel MY FUTURE X' })).toBeFocused()
  await look('ways-to-cancel')
  await page.getByRole('button', { name: 'Cancel at the end of the month' }).click()
  await expect(page.getByRole('dialog')).toContainText(/You can use it until .*\. You won’t be charged again\./)
  await look('before-cancelling-subscription')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel at the end of the month' }).click()
  await expect(subscription).toContainText(/Cancelled\. You can use it until/)
  await look('cancelled-subscription')
  await subscription.getByRole('button', { name: 'Undo cancellation' }).click()
  await expect(subscription).toContainText('Next payment')

  await subscription.getByRole('link', { name: 'Update your card' }).click()
  await expect(page.getByText(/You allow .* to charge this card £34.80 each month until you cancel/)).toBeVisible()
  await typeCard(page, '5555555555554444')
  await look('update-card')
  await page.getByRole('button', { name: 'Use this card' }).click()
  await expect(page.getByRole('heading', { name: 'Your card has been updated' })).toBeVisible()
  await look('card-changed')
  await page.getByRole('link', { name: 'Back to My Packages' }).click()
  await expect(subscription).toContainText('ending in 4444')
})
