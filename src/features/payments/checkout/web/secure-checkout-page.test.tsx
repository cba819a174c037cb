import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { login } from '#features/accounts/login/contract.ts'
import { openAccount } from '#features/accounts/registration/contract.ts'
import { configureSession } from '#platform/web/session.ts'
import { settle } from '#tests/support/web/clock.ts'
import { allowDialogs } from '#tests/support/web/dialogs.ts'
import { card } from '#tests/support/web/fake-card-form.tsx'
import { type FakeAnswer, granted, refused, type SentRequest, sessionExpired } from '#tests/support/web/fake-server.ts'
import { fieldMessages } from '#tests/support/web/field-messages.ts'
import { openCheckout, pay, quoted, started } from '#tests/support/web/open-checkout.ts'
import { ada, givenVisitor } from '#tests/support/web/people.ts'
import { purchase, quote } from '#tests/support/web/purchases.ts'
import { confirmPurchase, getMemberQuote, getQuote, startPurchase } from '../contract.ts'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
vi.mock('#platform/web/ui/toasts.tsx', () => ({ notify: {} }))
vi.mock('../../stripe/web/card-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))
vi.mock('./payment-method-form.tsx', () => import('#tests/support/web/fake-card-form.tsx'))

test("the summary shows the package, the server's prices and the customer", async () => {
  await openCheckout()
  const text = document.body.textContent ?? ''
  for (const expected of [
    'Secure Checkout',
    'Complete your purchase for MY FUTURE WEEK',
    'Order Summary',
    'One focused week.',
    'Duration: 1 week',
    'Package Price:£99.00',
    'VAT (20%):£19.80',
    'Total:£118.80',
    'Customer:Ada Okaforada@example.com',
    'Billing Information',
    'Billing to:Ada Okaforada@example.com+447700900123',
    'Payment Information',
    'Your payment information is secure and encrypted',
    'Powered by Stripe • Secure payment processing',
    'You pay £118.80 once, including £19.80 VAT. The package won’t renew.',
    'You have 14 days from the day you buy to cancel.',
  ]) {
    expect(text).toContain(expected)
  }
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('the link about cancelling opens in a new tab', async () => {
  await openCheckout()
  const link = screen.getByRole('link', { name: 'How cancelling works (opens in a new tab)' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms#cancel', '_blank'])
})

test('the package in the address is moved to the navigation state', async () => {
  const { address, state } = await openCheckout()
  expect(address()).toBe('/checkout/stripe')
  expect(state()).toEqual({ packageId: 'my-future-basic' })
})

test('the package can be taken from the navigation state alone', async () => {
  const { requests } = await openCheckout({
    at: { pathname: '/checkout/stripe', state: { packageId: 'biz-future-pro' } },
  })
  expect(requests[0]?.address).toBe('/api/quotes/uk/biz-future-pro/member')
})

test.each([
  ['an unknown package', '?package=nothing', [refused(getQuote, 'package-not-found')]],
  ['no package at all', '', []],
])('with %s, the checkout shows the error and a button to go back', async (_, query, answers) => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2)
  const { user } = await openCheckout({ at: `/checkout/stripe${query}`, answers })
  expect(screen.getByRole('alert').textContent).toBe('Package not found. Please select a package first.')
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(back).toHaveBeenCalledTimes(1)
})

test('Go Back leads to the home page if there is no history', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(1)
  const { user } = await openCheckout({ at: '/checkout/stripe', answers: [] })
  await user.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(leave.loadPage).toHaveBeenLastCalledWith('/')
})

test('if the quote fails to load, the member can retry', async () => {
  const { user } = await openCheckout({ answers: ['unreachable', granted(getQuote, quote())] })
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t reach the server.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByText('Order Summary')).toBeTruthy()
})

test('a member who owns the package sees when the next one starts', async () => {
  const runsUntil = '2026-03-20T10:00:00.000Z'
  const { requests } = await openCheckout({ answers: [granted(getMemberQuote, quote({ runsUntil }))] })
  expect(requests).toMatchObject([{ address: '/api/quotes/uk/my-future-basic/member', authorization: 'Bearer token' }])
  expect(screen.getByRole('status').textContent).toBe(
    'This package will start on 20 March 2026, when your current one ends.',
  )
})

test('a member whose package ends within 14 days chooses a start for the next one', async () => {
  const runsUntil = '2026-03-09T10:00:00.000Z'
  await openCheckout({ answers: [granted(getMemberQuote, quote({ runsUntil }))] })
  expect(screen.getByLabelText('Start when your current package ends, on 9 March 2026')).toBeTruthy()
  expect(screen.getByText('You already have this package until 9 March 2026, and you’re buying it again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay £118.80' })).toBeTruthy()
})

test('a member whose session has expired sees the public quote', async () => {
  configureSession({ renew: async () => null, onEnd: givenVisitor })
  const { requests } = await openCheckout({ answers: [sessionExpired, granted(getQuote, quote())] })
  expect(requests.at(-1)).toMatchObject({ address: '/api/quotes/uk/my-future-basic', authorization: null })
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('a visitor’s details show as they are typed', async () => {
  const { user, requests } = await openCheckout({ as: 'visitor' })
  expect(requests).toMatchObject([{ address: '/api/quotes/uk/my-future-basic' }])
  expect(screen.getByText('Customer:').parentElement?.textContent).toBe('Customer:Your name and email go here.')
  await typeAccount(user)
  for (const place of ['Customer:', 'Billing to:'])
    expect(screen.getByText(place).parentElement?.textContent).toContain(`${place}Ada Okaforada@example.com`)
})

const admitted = { token: 'token', user: ada }
const hasBody = (request: SentRequest) => request.body !== undefined

/** Answers by address, because the member's quote and the order are requested at the same moment. */
function answerVisitor(
  account: FakeAnswer,
  changes: Record<string, FakeAnswer> = {},
): [(request: SentRequest) => FakeAnswer] {
  const answers: Record<string, FakeAnswer> = {
    '/api/quotes/uk/my-future-basic': granted(getQuote, quote()),
    '/api/quotes/uk/my-future-basic/member': granted(getMemberQuote, quote()),
    '/api/auth/accounts': account,
    '/api/purchases': started,
    ...changes,
  }
  return [({ address }: SentRequest) => answers[address] ?? granted(confirmPurchase, purchase())]
}

test('a visitor opens an account and pays with one press', async () => {
  const { user, requests } = await openCheckout({
    as: 'visitor',
    answers: answerVisitor(granted(openAccount, admitted)),
  })
  await typeAccount(user)
  await pay(user)

  expect(requests.filter(hasBody)).toMatchObject([
    {
      address: '/api/auth/accounts',
      body: { firstName: 'Ada', lastName: 'Okafor', email: 'ada@example.com', password, marketing: true },
    },
    { address: '/api/purchases', body: { packageId: 'my-future-basic' }, authorization: 'Bearer token' },
  ])
  expect(card.pay).toHaveBeenCalledOnce()
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

test('a member logs in before paying, and only the login is sent', async () => {
  const { user, requests } = await openCheckout({
    as: 'visitor',
    answers: answerVisitor(granted(openAccount, admitted), { '/api/auth/login': granted(login, admitted) }),
  })
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  const logIn = screen.getByRole('button', { name: 'Log in' })
  await user.click(logIn)
  expect(fieldMessages()).toEqual(['Email is required', 'Password is required'])
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), `${password}{Enter}`)
  await settle()
  expect(requests.filter(hasBody)).toMatchObject([{ address: '/api/auth/login', body: { email: 'ada@example.com' } }])
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('a buyer under 18 is asked for neither marketing nor a business, and gets no marketing', async () => {
  const asking = granted(getQuote, quote({ asksForAge: true }))
  const { user, requests } = await openCheckout({
    as: 'visitor',
    answers: answerVisitor(granted(openAccount, admitted), {
      '/api/quotes/uk/my-future-basic': asking,
      '/api/quotes/uk/my-future-basic/member': granted(getMemberQuote, quote({ asksForAge: true })),
    }),
  })
  await user.click(screen.getByLabelText('for a business'))
  await user.click(screen.getByLabelText('Yes'))
  expect(screen.queryByLabelText('for a business')).toBeNull()
  expect(screen.queryByLabelText('Don’t send me news or offers')).toBeNull()

  await typeAccount(user)
  await user.type(screen.getByLabelText('Name of your parent or guardian'), 'Amina Okafor')
  await user.type(screen.getByLabelText('Their email'), 'amina@example.com')
  await user.click(screen.getByRole('button', { name: 'Ask your parent or guardian' }))
  await settle()
  expect(requests.find(hasBody)).toMatchObject({ address: '/api/auth/accounts', body: { marketing: false } })

  await user.click(screen.getByLabelText('No'))
  expect(screen.getByLabelText<HTMLInputElement>('for myself').checked).toBe(true)
})

test('a buyer of BIZ FUTURE says whether they buy for a business', async () => {
  const offer = { ...quote().package, id: 'biz-future-basic', title: 'BIZ FUTURE', serviceType: 'BIZ_FUTURE' as const }
  const { user, requests } = await openCheckout({ answers: [granted(getQuote, quote({ package: offer }))] })
  await pay(user)
  const question = screen.getByRole('group', { name: 'I’m buying' })
  expect(
    within(question)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked),
  ).toEqual([false, false])
  expect(within(question).getByText('Choose who you’re buying for')).toBeTruthy()
  expect(screen.getByText(/^Consumers have 14 days .* Businesses don’t[.]/)).toBeTruthy()
  expect(screen.queryByText('When would you like to start?')).toBeNull()
  expect(requests).toHaveLength(1)
})

test('a known email address asks for its password and keeps everything else', async () => {
  const { user, requests } = await openCheckout({
    as: 'visitor',
    answers: answerVisitor(refused(openAccount, 'wrong-credentials'), {
      '/api/auth/login': granted(login, admitted),
    }),
  })
  await typeAccount(user)
  await pay(user)
  expect(fieldMessages()).toEqual(['Email or password is incorrect.'])
  expect(screen.queryByLabelText('First name')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
  expect(card.pay).not.toHaveBeenCalled()

  await user.clear(screen.getByLabelText('Password'))
  await user.type(screen.getByLabelText('Password'), 'my own old words')
  await pay(user)
  expect(requests.filter(hasBody).slice(1)).toMatchObject([
    { address: '/api/auth/login', body: { email: 'ada@example.com', password: 'my own old words' } },
    { address: '/api/purchases' },
  ])
})

test('a visitor who turns out to own the package sees that before paying', async () => {
  const own = granted(getMemberQuote, quote({ runsUntil: '2026-04-09T10:00:00.000Z' }))
  const { user, requests } = await openCheckout({
    as: 'visitor',
    answers: answerVisitor(granted(openAccount, admitted), { '/api/quotes/uk/my-future-basic/member': own }),
  })
  await typeAccount(user)
  await pay(user)
  expect(requests.filter(hasBody).map(({ address }) => address)).toEqual(['/api/auth/accounts'])
  expect(screen.getByText(/you already have a package with us/)).toBeTruthy()
  expect(screen.getByText(/You already have this package until 9 April 2026/)).toBeTruthy()
  expect(card.pay).not.toHaveBeenCalled()
})

test('a second step of the login is asked for in a dialog', async () => {
  allowDialogs()
  const challenge = { challenge: 'token', methods: ['authenticator' as const] }
  const { user } = await openCheckout({ as: 'visitor', answers: answerVisitor(granted(openAccount, challenge)) })
  await typeAccount(user)
  await pay(user)
  expect(await screen.findByLabelText('Code')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('Log in with your second step, then try again.')
  expect(card.pay).not.toHaveBeenCalled()
})

test('a visitor’s missing details are marked together with the other errors', async () => {
  const { user, requests } = await openCheckout({ as: 'visitor' })
  await user.click(screen.getByRole('button', { name: /^Pay/ }))
  expect(fieldMessages().slice(0, 4)).toEqual([
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
  ])
  expect(screen.getByText('Choose when your package starts.')).toBeTruthy()
  expect(document.activeElement?.getAttribute('name')).toBe('firstName')
  expect(requests.filter(hasBody)).toEqual([])
})

test('test mode shows the test card number', async () => {
  const sandbox = { mode: 'sandbox', publishableKey: 'pk_test_1', scriptUrl: null } as const
  await openCheckout({ answers: [granted(getQuote, quote({ provider: sandbox }))] })
  expect(screen.getByText('Test mode').parentElement?.textContent).toContain('4242 4242 4242 4242')
})

test('live mode shows no test notice', async () => {
  await openCheckout()
  expect(screen.queryByText('Test mode')).toBeNull()
})

test('no start is preselected; starting today requires a box to be ticked, but the later date does not', async () => {
  const { user } = await openCheckout()
  const [today, later] = screen.getAllByRole<HTMLInputElement>('radio', { name: /^Start/ })
  expect([today?.checked, later?.checked]).toEqual([false, false])
  expect(screen.queryByRole('checkbox')).toBeNull()

  await user.click(screen.getByLabelText('Start on 17 March 2026'))
  expect(screen.getByRole('status').textContent).toContain('Your package starts on 17 March 2026 (from midnight')
  expect(screen.queryByRole('checkbox')).toBeNull()

  await user.click(screen.getByLabelText('Start today'))
  expect(screen.getByLabelText<HTMLInputElement>('I lose the right to cancel.').checked).toBe(false)
  expect(screen.getByRole('status').textContent).toBe('Your package starts as soon as your payment is confirmed.')
})

test('a missing start choice and an unticked box show errors, and nothing is sent', async () => {
  const { user, requests } = await openCheckout()
  const press = () => user.click(screen.getByRole('button', { name: 'Pay £118.80' }))
  await press()
  const choice = screen.getByRole('group', { name: 'When would you like to start?' })
  expect(describedText(choice)).toBe('Choose when your package starts.')
  expect(screen.getByLabelText('Start today').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Start today'))

  await user.click(screen.getByLabelText('Start today'))
  await press()
  const checkbox = screen.getByLabelText('I lose the right to cancel.')
  expect(describedText(checkbox)).toBe('Tick this to start today, or choose the later date.')
  expect(document.activeElement).toBe(checkbox)
  expect(requests).toHaveLength(1)
})

test('pressing Pay marks every error and focuses the first one', async () => {
  const answers = [granted(getQuote, quote({ asksForAge: true }))]
  const { user, requests } = await openCheckout({ answers })
  await user.click(screen.getByLabelText('for a business'))
  await user.click(screen.getByLabelText('for myself'))
  card.problem = 'Check the fields marked above.'
  await user.click(screen.getByRole('button', { name: 'Pay £118.80' }))
  const invalidGroups = [...document.querySelectorAll('fieldset')].filter((group) =>
    group.querySelector('[aria-invalid]'),
  )
  expect(invalidGroups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Are you under 18?',
    'When would you like to start?',
  ])
  expect(document.activeElement).toBe(screen.getByLabelText('Yes'))
  expect(screen.getByRole('alert').textContent).toBe('Check the fields marked above.')
  expect(requests).toHaveLength(1)
})

test('if the consent text changes, the box must be ticked again', async () => {
  const newQuote = quote({ consents: { version: '2027-01', acknowledgement: 'Other words.' } })
  const { user } = await openCheckout({ answers: [...quoted, refused(startPurchase, 'price-changed', newQuote)] })
  await user.click(screen.getByLabelText('Start today'))
  await user.click(screen.getByLabelText('I lose the right to cancel.'))
  await pay(user)
  expect(screen.getByLabelText<HTMLInputElement>('Other words.').checked).toBe(false)
})

const password = 'three green boats'

async function typeAccount(user: Awaited<ReturnType<typeof openCheckout>>['user']) {
  const fields = { 'First name': 'Ada', 'Last name': 'Okafor', Email: 'ada@example.com', Password: password }
  for (const [label, value] of Object.entries(fields)) {
    await user.click(screen.getByLabelText(label))
    await user.paste(value)
  }
}

function describedText(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
