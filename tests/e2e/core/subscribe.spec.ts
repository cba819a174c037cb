import { phone } from '../support/screen-sizes.ts'
import { bankFrame, confirmAge, expect, startLater, startToday, test, typeCard } from '../support/test.ts'

test.use({ viewport: phone })

test('a member sees the renewal terms, passes 3-D Secure, and cannot subscribe to MY FUTURE X twice', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/checkout/stripe?package=my-future-pro')
  const pay = page.getByRole('button', { name: 'Pay £34.80' })
  await expect(pay).toBeEnabled()
  await expect(page.getByText(/we’ll charge the next £34\.80 on \d+ \w+ \d{4}, and then once a month/)).toBeVisible()
  await expect(page.getByText(/^You allow .+ to charge this card £34\.80 each month until you cancel/)).toBeVisible()
  await startLater(page)
  await expect(page.getByText(/Each month starts the same number of days after you pay for it/)).toBeVisible()
  await look('subscription')

  await confirmAge(page)
  await startToday(page)
  await expect(page.getByText('Your first month starts as soon as your payment is confirmed.')).toBeVisible()
  await typeCard(page, '4000002760003184')
  await pay.click()
  const bank = bankFrame(page)
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/authenticate/)
  await pay.click()
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/dashboard/)

  await page.goto('/checkout/stripe?package=my-future-pro')
  await expect(page.getByText('You already have this subscription')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await look('subscribed-already')
})
