import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectOnlyToken, pay, test } from '../../sandbox-shop/test.ts'

const titles = {
  number: 'Secure card number input frame',
  expiry: 'Secure expiration date input frame',
  code: 'Secure CVC input frame',
} as const

const labels = { number: 'Card number', expiry: 'Expiry date, month and year', code: 'Security code (CVC)' } as const

type Field = keyof typeof titles

function input(page: Page, field: Field) {
  return page
    .frameLocator(`iframe[title="${titles[field]}"]`)
    .getByRole('textbox', { name: labels[field], exact: true })
}

function heard(page: Page, field: Field) {
  return page.locator(`#${field}-heard`)
}

async function type(page: Page, values: Partial<Record<Field, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await input(page, field as Field).click()
    await page.keyboard.type(value)
  }
}

const goodCard = { number: '4242424242424242', expiry: '1234', code: '987' }

test('the three fields pay together, and nothing typed in them reaches the page or the sandbox', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const heardByPage: string[] = []
    Object.assign(window, { heardByPage })
    window.addEventListener('message', ({ data }) => heardByPage.push(JSON.stringify(data)))
  })
  const intent = await shop.open(page, {}, 'split')
  await type(page, goodCard)
  await pay(page)

  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
  const paid = await shop.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({
    latest_charge: { billing_details: { name: 'Ada Lovelace' }, payment_method_details: { card: { last4: '4242' } } },
  })
  expectOnlyToken(shop.bytesReceived())
  const messages = await page.evaluate(() => (window as unknown as { heardByPage: string[] }).heardByPage.join())
  expect(messages).toContain('"brand":"visa"')
  expect(messages).not.toMatch(/4242 ?4242|"987"|\b1234\b|12 \/ 34/)
})

test('each field reports its own state, and only the number field reports the brand', async ({ page, shop }) => {
  await shop.open(page, {}, 'split')
  await type(page, { number: '424242', expiry: '1', code: '1' })
  await expect(heard(page, 'number')).toHaveText('cardNumber, incomplete, visa, Your card number is incomplete.')
  await expect(heard(page, 'expiry')).toHaveText("cardExpiry, incomplete, Your card's expiration date is incomplete.")
  await expect(heard(page, 'code')).toHaveText('cardCvc, incomplete')
  await expect(page.locator('#number')).toHaveClass(/StripeElement--invalid/)
  await type(page, { number: '4242424242', expiry: '2/34', code: '23' })
  await expect(heard(page, 'number')).toHaveText('cardNumber, complete, visa')
  await expect(heard(page, 'expiry')).toHaveText('cardExpiry, complete')
  await expect(heard(page, 'code')).toHaveText('cardCvc, complete')
  await expect(page.locator('#code')).toHaveClass(/StripeElement--complete/)
})

test('the security code of an American Express card needs four digits', async ({ page, shop }) => {
  await shop.open(page, {}, 'split')
  await type(page, { code: '123' })
  await expect(heard(page, 'code')).toHaveText('cardCvc, complete')
  await type(page, { number: '378282246310005' })
  await expect(heard(page, 'code')).toHaveText("cardCvc, incomplete, Your card's security code is incomplete.")
  await type(page, { code: '4', expiry: '1234' })
  await expect(input(page, 'code')).toHaveValue('1234')
  await pay(page)
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('clicking a label focuses its field, and empty fields show placeholders', async ({ page, shop }) => {
  await shop.open(page, {}, 'split')
  await expect(input(page, 'expiry')).toBeVisible()
  await page.getByText('Expiry date', { exact: true }).click()
  await expect(input(page, 'expiry')).toBeFocused()
  await expect(input(page, 'number')).toHaveAttribute('placeholder', '1234 1234 1234 1234')
  await expect(input(page, 'code')).toHaveAttribute('placeholder', 'Three digits')
})

test('closing and reopening the form leaves three empty, working fields', async ({ page, shop }) => {
  await shop.open(page, {}, 'split')
  await type(page, goodCard)
  for (let time = 0; time < 2; time += 1) await page.getByRole('button', { name: 'Open or close' }).click()
  await expect(page.locator('iframe')).toHaveCount(3)
  await type(page, { number: goodCard.number, expiry: goodCard.expiry })
  await pay(page)
  await expect(page.getByRole('status')).toHaveText("incomplete_cvc: Your card's security code is incomplete.")
  await type(page, { code: '123' })
  await pay(page)
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('two open pages keep their card details separate', async ({ page, shop }) => {
  await shop.open(page, {}, 'split')
  await type(page, goodCard)
  const secondPage = await page.context().newPage()
  await shop.open(secondPage, {}, 'split')
  await expect(input(secondPage, 'number')).toBeVisible()
  await pay(secondPage)
  await expect(secondPage.getByRole('status')).toContainText('incomplete_number')
  await pay(page)
  await expect(page.getByRole('status')).toHaveText('paid: succeeded')
})

test('the shop can set the colours of the three fields and disable them', async ({ page, shop }) => {
  const style = { base: { color: 'rgb(10, 20, 30)' }, invalid: { color: 'rgb(200, 0, 0)' } }
  await shop.open(page, { style, disabled: true }, 'split')
  for (const field of ['number', 'expiry', 'code'] as const) {
    await expect(input(page, field)).toBeDisabled()
    await expect(input(page, field)).toHaveCSS('color', 'rgb(10, 20, 30)')
  }
})

for (const width of [320, 1440]) {
  test(`at ${width} pixels the three fields fit and are accessible`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 700 })
    await shop.open(page, {}, 'split')
    await type(page, goodCard)
    for (const field of ['number', 'expiry', 'code'] as const) {
      const overflow = await input(page, field).evaluate((element) => element.scrollWidth - element.clientWidth)
      expect(overflow, field).toBeLessThanOrEqual(0)
    }
    await expectAccessible(page)
  })
}
