import {
  bankFrame,
  expect,
  expectAccessible,
  expectReturn,
  pay,
  payWith,
  test,
  typeCard,
} from '../../sandbox-shop/test.ts'

const alwaysAsks = '4000002760003184'
const refused =
  'payment_intent_authentication_failure: We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test('a payment succeeds after the cardholder completes authentication', async ({ page, shop }) => {
  const intent = await payWith(page, shop, alwaysAsks)
  await expect(page.getByRole('dialog', { name: 'Authentication by your bank' })).toBeVisible()
  await expect(bankFrame(page).getByText('£118.80')).toBeVisible()
  await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).click()

  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { latest_charge: charge } = await shop.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(charge).toMatchObject({ payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } })
})

test('if authentication fails, the payment stays unpaid and can be attempted again', async ({ page, shop }) => {
  const intent = await payWith(page, shop, alwaysAsks)
  await bankFrame(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('status')).toHaveText(refused)
  const failed = await shop.stripe.paymentIntents.retrieve(intent)
  expect(failed).toMatchObject({ status: 'requires_payment_method', payment_method: null, latest_charge: null })

  await pay(page)
  await bankFrame(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('closing the dialog with the Escape key fails the authentication', async ({ page, shop }) => {
  const intent = await payWith(page, shop, alwaysAsks)
  await expect(bankFrame(page).getByRole('button', { name: 'Complete authentication' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status')).toHaveText(refused)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('requires_payment_method')
})

test('at 390 pixels the dialog fits, works with the keyboard and is accessible', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await payWith(page, shop, alwaysAsks)
  await expect(bankFrame(page).getByRole('button', { name: 'Complete authentication' })).toBeFocused()
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  const fail = await bankFrame(page).getByRole('button', { name: 'Fail authentication' }).boundingBox()
  expect((fail?.y ?? 0) + (fail?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('a payment confirmed on the server redirects to the bank and back to the shop', async ({ page, shop }) => {
  const intent = await shop.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'gbp',
    payment_method: 'pm_card_authenticationRequired',
    confirm: true,
    return_url: `${shop.url}/back?order=7`,
  })
  expect(intent.next_action?.type).toBe('redirect_to_url')
  await page.goto(intent.next_action?.redirect_to_url?.url ?? '')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await page.waitForURL(/\/back\?/)
  expectReturn(page, intent)
  await page.goto(intent.next_action?.redirect_to_url?.url ?? '')
  await expect(page.getByRole('status')).toHaveText('This authentication has ended. Go back to the shop.')
})

test('if the connection is lost during confirmation, the shop receives an error, not an exception', async ({
  page,
  shop,
}) => {
  const intent = await shop.open(page)
  await typeCard(page, '4242424242424242')
  shop.sandbox.injectFault({ mode: 'truncate', path: '*/confirm' })
  await pay(page)
  await expect(page.getByRole('status')).toContainText('We are experiencing issues connecting')
  expect((await shop.stripe.paymentIntents.retrieve(intent)).status).toBe('succeeded')
})
