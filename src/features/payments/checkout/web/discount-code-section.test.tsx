import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { advanceClock, settle } from '#tests/support/web/clock.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { type FakeAnswer, granted, refused } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { openCheckout, pay, started } from '#tests/support/web/open-checkout.ts'
import { purchase, quote } from '#tests/support/web/purchases.ts'
import { confirmPurchase, getMemberQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

const discounted = quote({
  price: { ...quote().price, net: minorUnits(7_920), tax: minorUnits(1_584), total: minorUnits(9_504) },
  discount: { code: 'SPRING', amount: minorUnits(1_980), months: null, fullPrice: quote().price },
})

const quoted: FakeAnswer = granted(getMemberQuote, quote())
const quotedLess: FakeAnswer = granted(getMemberQuote, discounted)
const unknown: FakeAnswer = granted(getMemberQuote, quote({ discountRefusal: 'discount-unknown' }))

const disclosure = () => screen.getByRole('button', { name: 'Have a discount code?' })
const codeField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Discount code' })

async function enterCode(user: Awaited<ReturnType<typeof openCheckout>>['user'], code: string) {
  await user.click(disclosure())
  await user.type(codeField(), code)
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await settle()
}

test('the field is behind one link; a code that applies leads every total, and can be removed', async () => {
  const { user, requests } = await openCheckout({ answers: [quoted, quotedLess, quoted] })
  expect(screen.queryByRole('textbox', { name: 'Discount code' })).toBeNull()
  await enterCode(user, ' spring ')

  expect(requests.at(-1)?.address).toBe('/api/quotes/uk/my-future-basic/member?code=spring')
  const text = document.body.textContent ?? ''
  for (const expected of [
    'Package Price:£99.00',
    'Discount (SPRING):−£19.80',
    'VAT (20%):£15.84',
    'Total:£95.04',
    'You pay £95.04 once, including £15.84 VAT.',
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('£118.80')
  expect(screen.getByRole('button', { name: 'Pay £95.04' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Remove')

  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/quotes/uk/my-future-basic/member')
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
  expect(document.activeElement).toBe(disclosure())
})

test('a code that does not apply keeps its text and shows the sentence next to the field', async () => {
  const { user } = await openCheckout({ answers: [quoted, unknown] })
  await enterCode(user, 'SPRNG')
  expect(fieldMessages()).toContainEqual('We don’t recognise this code. Check the spelling.')
  expect(codeField().value).toBe('SPRNG')
  expect(document.activeElement).toBe(codeField())
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('a link with a code applies it, and a reload keeps it', async () => {
  const at = '/checkout/stripe?package=my-future-basic&code=SPRING'
  const { requests, address } = await openCheckout({ at, answers: [quotedLess] })
  expect(requests[0]?.address).toBe('/api/quotes/uk/my-future-basic/member?code=SPRING')
  expect(address()).toBe('/checkout/stripe')
  expect(screen.getByText('Code SPRING applied')).toBeTruthy()
  expect(sessionStorage.getItem('discount-code:my-future-basic')).toBe('SPRING')
})

test('what a link may contain beside the code is removed, so that the server can read it', async () => {
  const at = '/checkout/stripe?package=my-future-basic&code=%20SPR%00ING%20'
  const { requests } = await openCheckout({ at, answers: [quotedLess] })
  expect(requests[0]?.address).toBe('/api/quotes/uk/my-future-basic/member?code=SPRING')
})

test('the purchase is started with the code and the total with discount', async () => {
  const { user, requests } = await openCheckout({
    at: '/checkout/stripe?package=my-future-basic&code=SPRING',
    answers: [quotedLess, refused(startPurchase, 'cards-declined')],
  })
  await pay(user)
  expect(requests.at(-1)?.body).toMatchObject({ discountCode: 'SPRING', expectedTotal: 9_504 })
})

test('a code that has been paid with is forgotten, so that the next purchase does not begin with it', async () => {
  const { user } = await openCheckout({
    at: '/checkout/stripe?package=my-future-basic&code=SPRING',
    answers: [quotedLess, started, granted(confirmPurchase, { ...purchase(), isOpen: false })],
  })
  await pay(user)
  expect(screen.queryByText('Code SPRING applied')).toBeNull()
  expect(sessionStorage.getItem('discount-code:my-future-basic')).toBeNull()
})

test('a code that is used up while paying gives the sentence, the full total, and keeps the form', async () => {
  const gone = quote({ discountRefusal: 'discount-used-up' })
  const { user, requests } = await openCheckout({
    at: '/checkout/stripe?package=my-future-basic&code=SPRING',
    answers: [quotedLess, refused(startPurchase, 'discount-used-up', gone), refused(startPurchase, 'cards-declined')],
  })
  await pay(user)
  expect(screen.getByRole('alert').textContent).toBe(
    'This code has been used up. Check the new total, then press “Pay” again.',
  )
  expect(fieldMessages()).toContainEqual('This code has been used up.')
  expect(codeField().value).toBe('SPRING')
  expect(card.pay).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Start on/ }).checked).toBe(true)

  await advanceClock(1_000)
  await user.click(screen.getByRole('button', { name: 'Pay £118.80' }))
  await settle()
  expect(requests.at(-1)?.body).toMatchObject({ discountCode: null, expectedTotal: 11_880 })
})

test.each([
  [null, 'You pay £95.04 every month, including £15.84 VAT. If you pay today, we’ll charge the next £95.04 on'],
  [
    1,
    'You pay £95.04 for the first month, including £15.84 VAT, and £118.80 a month after that. If you pay today, we’ll charge the next £118.80 on',
  ],
  [
    3,
    'You pay £95.04 a month for the first 3 months, including £15.84 VAT, and £118.80 a month after that. If you pay today, we’ll charge the next £95.04 on',
  ],
])('a discount for %s months of a subscription says what is paid now and afterwards', async (months, terms) => {
  const renewal = { chargedBy: 'FutureWorld', nextChargeAt: '2026-04-02T10:00:00.000Z' }
  const discount = discounted.discount && { ...discounted.discount, months }
  await openCheckout({ answers: [granted(getMemberQuote, { ...discounted, discount, renewal })] })
  const text = document.body.textContent ?? ''
  expect(text).toContain(terms)
  const mandate = { null: '£95.04 each month', 1: '£95.04 for the first month, and then £118.80 each month' }
  expect(text).toContain(
    `You allow FutureWorld to charge this card ${mandate[`${months}` as '1'] ?? '£95.04 a month for the first 3 months, and then £118.80 each month'} until you cancel.`,
  )
})
