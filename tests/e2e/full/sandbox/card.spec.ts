import { cardFrame, expect, expectAccessible, expectOnlyToken, pay, test, typeCard } from '../../sandbox-shop/test.ts'

const testMode = 'Test mode: only test cards work here. Never enter a real card.'

test('a payment with a test card succeeds, and no card data reaches the sandbox', async ({ page, shop }) => {
  const intent = await shop.open(page)
  await typeCard(page, '4242424242424242', '1234987')
  await pay(page)

  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
  const paid = await shop.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    status: 'succeeded',
    amount_received: 11880,
    latest_charge: { billing_details: { name: 'Ada Lovelace' }, payment_method_details: { card: { last4: '4242' } } },
  })
  expectOnlyToken(shop.bytesReceived())
})

test('a number that could be a real card is rejected in the frame and never sent', async ({ page, shop }) => {
  await shop.open(page)
  await typeCard(page, '4539148803436467', '')
  await expect(page.getByRole('alert')).toHaveText(testMode)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234123')
  await pay(page)

  await expect(page.getByRole('status')).toHaveText(`test_mode_live_card: ${testMode}`)
  expect(shop.sandbox.exchanges().filter(({ caller }) => caller === 'publishable-key')).toEqual([])
  expect(shop.bytesReceived().replace(/[\s+]/g, '')).not.toMatch(/45391488|03436467|POST\/v1/)
})

test('an incomplete card number shows an error next to the field, and the shop receives the error too', async ({
  page,
  shop,
}) => {
  await shop.open(page)
  await typeCard(page, '424242', '')
  await pay(page)
  await expect(page.getByRole('alert')).toHaveText('Your card number is incomplete.')
  await expect(page.getByRole('status')).toContainText('Your card number is incomplete.')
})

test('digits are grouped, the brand is shown, and corrections keep the caret in place', async ({ page, shop }) => {
  await shop.open(page)
  const number = cardFrame(page).getByLabel('Card number')
  await number.click()
  await page.keyboard.type('42424342')
  await expect(number).toHaveValue('4242 4342')
  await expect(cardFrame(page).getByText('Visa')).toBeVisible()

  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await expect(number).toHaveValue('4242 4242')
  await page.keyboard.press('End')
  await page.keyboard.type('42424242')
  await page.keyboard.type('434')
  await expect(cardFrame(page).getByLabel('Expiry')).toHaveValue('04 / 34')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Backspace')
  await expect(cardFrame(page).getByLabel('Expiry')).toHaveValue('0')
})

test('a payment can be completed by keyboard alone', async ({ page, shop }) => {
  await shop.open(page)
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.getByRole('button', { name: 'Open or close' }).focus()
  await page.keyboard.press('Tab')
  await expect(cardFrame(page).getByLabel('Card number')).toBeFocused()
  await expect(page.locator('#card')).toHaveClass(/StripeElement--focus/)
  await page.keyboard.type('42424242424242421234123')
  await expect(page.locator('#card')).toHaveClass(/StripeElement--complete/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pay' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('focus and digits entered before the card field is ready are not lost', async ({ page, shop }) => {
  const { promise: connection, resolve: connect } = Promise.withResolvers<void>()
  await page.route('**/card-frame.js', async (route) => {
    await connection
    await route.continue()
  })
  await shop.open(page)
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.getByRole('button', { name: 'Open or close' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.type('4242424242424242')
  await expect(cardFrame(page).getByLabel('Card number')).toHaveValue('4242424242424242')
  connect()

  await expect(page.locator('#card')).toHaveClass(/StripeElement--focus/)
  await expect(cardFrame(page).getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await page.keyboard.type('1234123')
  await pay(page)
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('the shop can set colours and font size and ask for a postal code', async ({ page, shop }) => {
  const style = {
    base: { color: 'rgb(10, 20, 30)', fontSize: '20px', '::placeholder': { color: 'rgb(40, 50, 60)' } },
    invalid: { color: 'rgb(200, 0, 0)' },
  }
  await shop.open(page, { style })
  const number = cardFrame(page).getByLabel('Card number')
  await expect(number).toHaveCSS('color', 'rgb(10, 20, 30)')
  await expect(number).toHaveCSS('font-size', '20px')
  await number.fill('4242424242424241')
  await expect(number).toHaveCSS('color', 'rgb(200, 0, 0)')

  await number.fill('')
  await typeCard(page, '4242424242424242', '1234123SW1A')
  await pay(page)
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
  const [charge] = (await shop.stripe.charges.list()).data
  expect(charge?.billing_details.address?.postal_code).toBe('SW1A')
})

for (const width of [320, 1440]) {
  test(`at ${width} pixels every field fits and is accessible`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 700 })
    await shop.open(page)
    const frame = page.locator('iframe')
    await expect(cardFrame(page).getByLabel('Security code')).toBeVisible()
    await typeCard(page, '4242424242424242', '')
    for (const label of ['Card number', 'Expiry', 'Security code']) {
      const field = cardFrame(page).getByLabel(label)
      const overflow = await field.evaluate((input) => input.scrollWidth - input.clientWidth)
      expect(overflow, label).toBeLessThanOrEqual(0)
      const [box, around] = [await field.boundingBox(), await frame.boundingBox()]
      expect((box?.x ?? 0) + (box?.width ?? 0), label).toBeLessThanOrEqual((around?.x ?? 0) + (around?.width ?? 0))
      expect((box?.y ?? 0) + (box?.height ?? 0), label).toBeLessThanOrEqual((around?.y ?? 0) + (around?.height ?? 0))
    }
    await expectAccessible(page)
  })
}

test('the shop ignores messages from other sources', async ({ page, shop }) => {
  await shop.open(page)
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.evaluate(async () => {
    const error = { message: 'forged' }
    const change = { empty: false, complete: true, error, brand: 'visa', value: { postalCode: '' } }
    window.postMessage({ kind: 'change', change }, '*')
    window.postMessage({ kind: 'submit' }, '*')
    // Messages arrive in order: once this one arrives, the forged ones have been handled.
    const heard = new Promise((resolve) =>
      window.addEventListener('message', ({ data }) => data === 'last' && resolve(0)),
    )
    window.postMessage('last', '*')
    await heard
  })
  await expect(page.locator('#card')).toHaveClass('StripeElement StripeElement--empty')
  expect(await page.getByRole('alert').textContent()).toBe('')
  expect(await page.getByRole('status').textContent()).toBe('')
})
