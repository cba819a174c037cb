import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { User } from '#features/accounts/contract.ts'
import {
  type BookableSession,
  bookSession,
  listBookableSessions,
  listBookings,
} from '#features/bookings/booking/contract.ts'
import type { Booking } from '#features/bookings/contract.ts'
import { listFreeSlots } from '#features/bookings/slots/contract.ts'
import { confirmPurchase } from '#features/payments/checkout/contract.ts'
import { getDocumentPdf } from '#features/purchases/documents/contract.ts'
import { getOwnedPackage, type OwnedLine } from '#features/purchases/entitlements/contract.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { alan, bookable, booking, grace, profileIn } from '#tests/support/web/bookings.ts'
import { advanceClock, settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { owned } from '#tests/support/web/owned-packages.ts'
import { ada, givenMember, givenVisitor } from '#tests/support/web/people.ts'
import { dollarAmounts, purchase } from '#tests/support/web/purchases.ts'
import { visit } from '#tests/support/web/visit.tsx'
import ConfirmationPage from './confirmation-page.tsx'

const leave = vi.hoisted(() => ({ loadPage: vi.fn(), replacePage: vi.fn() }))
vi.mock('#platform/web/navigation.ts', async (original) => ({ ...(await original()), ...leave }))
const files = vi.hoisted(() => ({ saveFile: vi.fn() }))
vi.mock('#platform/web/save-file.ts', () => files)

const bought = purchase(dollarAmounts)
const pending = purchase({ ...dollarAmounts, status: 'pending', reference: null, startsAt: null, endsAt: null })

type Address = Parameters<typeof visit>[0]

const call = { kind: 'session', minutes: 10, unit: null, granted: 1, left: 1 } as const
const lines: OwnedLine[] = [
  { ...call, key: 'initial-consultation', title: 'Initial consultation' },
  { key: 'report', kind: 'deliverable', title: 'Report', minutes: null, unit: 'report', granted: 1, left: 1 },
  { ...call, key: 'final-call', title: 'Final call', minutes: 20 },
]
const week = { ...owned(), lines, startTerms: null }

const MORNING = '2026-03-04T09:00:00.000Z'
const slotsAt = (...times: string[]) =>
  granted(listFreeSlots, {
    slots: times.map((startsAt) => ({ startsAt, consultantIds: [grace.id, alan.id] })),
    nextFree: null,
  })

type Situation = {
  at?: Address
  member?: User
  bought?: FakeAnswer
  sessions?: BookableSession[]
  upcoming?: Booking[]
  timeZone?: string
  slots?: FakeAnswer[]
  others?: FakeAnswer[]
}

/** Opens the page. The server gives the confirmations and slots in order, the last of them again and again. */
async function open(
  confirmations: FakeAnswer[],
  {
    at = `/confirmation?purchase=${bought.id}`,
    member,
    bought: boughtPackage = granted(getOwnedPackage, week),
    sessions = [bookable({ minutes: 10 })],
    upcoming = [],
    timeZone = 'Europe/London',
    slots = [slotsAt(MORNING)],
    others = [],
  }: Situation = {},
) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember(member)
  const next = (answers: FakeAnswer[]) => (answers.length > 1 ? answers.shift() : answers[0]) ?? 'unreachable'
  const answers: [RegExp, () => FakeAnswer][] = [
    [/^POST .*\/confirmation$/, () => next(confirmations)],
    [/^GET \/api\/entitlements\//, () => boughtPackage],
    [/^GET \/api\/sessions$/, () => granted(listBookableSessions, sessions)],
    [/^GET \/api\/sessions\/slots/, () => next(slots)],
    [/^GET \/api\/bookings\?/, () => granted(listBookings, { items: upcoming, nextCursor: null })],
    [/^GET \/api\/account$/, () => profileIn(timeZone)],
    [/./, () => next(others)],
  ]
  const { requests } = fakeServer(({ address, method }) => {
    const [, answer] = answers.find(([request]) => request.test(`${method} ${address}`)) ?? []
    return answer?.() ?? 'unreachable'
  })
  const page = visit(at, { '/confirmation': ConfirmationPage })
  await settle()
  return { ...page, requests }
}

const paid = [granted(confirmPurchase, bought)]

test('the receipt shows the package, its amounts and its dates', async () => {
  const { requests } = await open(paid)
  expect(requests[0]).toMatchObject({ method: 'POST', address: `/api/purchases/${bought.id}/confirmation` })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Payment Successful!')
  const text = document.body.textContent ?? ''
  for (const expected of [
    'Thank you for purchasing MY FUTURE WEEK',
    'Package Price$99.00',
    'Tax$9.90',
    'Total paid$108.90',
    'Starts2 March 2026',
    'Ends9 March 2026',
    'InvoiceINV-FW-2026-000042',
  ]) {
    expect(text).toContain(expected)
  }
})

test('the receipt says what will arrive when', async () => {
  await open(paid)
  const section = screen.getByRole('region', { name: 'What happens when' })
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'From 2 March 2026Initial consultation, 10 minutes',
    'Initial consultation, 10 minutes',
    'By 9 March 2026ReportFinal call, 20 minutes (after your first call)',
    'Report',
    'Final call, 20 minutes (after your first call)',
    'On 9 March 2026Your package ends',
    'Your package ends',
  ])
})

test('one press on a free time books the first session, which can be added to a calendar', async () => {
  const booked = booking({ startsAt: MORNING, endsAt: '2026-03-04T09:10:00.000Z' })
  const { user, requests } = await open(paid, {
    slots: [slotsAt(MORNING, '2026-03-04T09:15:00.000Z', '2026-03-04T14:00:00.000Z')],
    others: [granted(bookSession, booked)],
  })
  expect(screen.getByRole('heading', { name: 'Book your first session' })).toBeTruthy()
  expect(slotNames()).toEqual(['09:00 with Grace Hopper or Alan Turing', '14:00 with Grace Hopper or Alan Turing'])
  await user.click(screen.getByRole('button', { name: /^09:00/ }))
  await settle()
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    address: '/api/bookings',
    body: {
      entitlementId: week.id,
      lineKey: 'initial-consultation',
      consultantId: null,
      startsAt: MORNING,
      place: 'online',
      phone: null,
      notes: null,
    },
  })
  const heading = screen.getByRole('heading', { name: 'Your first session is booked' })
  expect(document.activeElement).toBe(heading)
  expect(document.body.textContent).toContain('Wednesday 4 March 2026, 09:00 to 09:10')
  expect(linkTo('View, move or cancel')).toBe(`/portal/bookings/${booked.id}`)
  expect(linkTo('Go to your package')).toBe(`/portal/packages/${week.id}`)
  expect(linkTo(/^Google Calendar/)).toContain('dates=20260304T090000Z%2F20260304T091000Z')
  expect(linkTo(/^Outlook/)).toContain('startdt=2026-03-04T09%3A00%3A00.000Z')
})

test('the calendar file of the booked session is downloaded', async () => {
  const { user, requests } = await open(paid, {
    upcoming: [booking()],
    others: [{ text: 'BEGIN:VCALENDAR', file: 'session.ics' }],
  })
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }))
  await settle()
  expect(requests.at(-1)?.address).toBe(`/api/bookings/${booking().id}/calendar-file`)
  expect(files.saveFile).toHaveBeenCalledTimes(1)
})

test('a consultant who alone is free is named and booked', async () => {
  const { user, requests } = await open(paid, {
    slots: [granted(listFreeSlots, { slots: [{ startsAt: MORNING, consultantIds: [grace.id] }], nextFree: null })],
    others: [granted(bookSession, booking())],
  })
  await user.click(screen.getByRole('button', { name: '09:00 with Grace Hopper' }))
  await settle()
  expect(requests.at(-1)?.body).toMatchObject({ consultantId: grace.id })
})

test('times are the member’s own, with London’s below them', async () => {
  await open(paid, { timeZone: 'America/New_York', slots: [slotsAt('2026-03-05T19:00:00.000Z')] })
  expect(screen.getByText(/Times are in your time zone: New York time/)).toBeTruthy()
  expect(slotNames()).toEqual(['14:00 19:00 London time with Grace Hopper or Alan Turing'])
})

test('a time that could not be moved any more is offered only if there is no other, and says so', async () => {
  await open(paid, { slots: [slotsAt('2026-03-03T09:00:00.000Z')] })
  expect(slotNames()).toEqual(['09:00 with Grace Hopper or Alan Turing Can’t be moved'])
})

test('if a time has just been taken, the page says so and shows fresh times', async () => {
  const { user } = await open(paid, {
    slots: [slotsAt(MORNING), slotsAt('2026-03-05T15:00:00.000Z')],
    others: [refused(bookSession, 'slot-taken')],
  })
  await user.click(screen.getByRole('button', { name: /^09:00/ }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Someone else has just taken this time. Choose another one.')
  expect(slotNames()).toEqual(['15:00 with Grace Hopper or Alan Turing'])
})

test('if the session was booked in another tab, the page shows that booking', async () => {
  const upcoming: Booking[] = []
  const { user } = await open(paid, { upcoming, others: [refused(bookSession, 'no-sessions-left')] })
  upcoming.push(booking())
  await user.click(screen.getByRole('button', { name: /^09:00/ }))
  await settle()
  expect(screen.getByRole('heading', { name: 'Your first session is booked' })).toBeTruthy()
})

test('if no one is free, the page says what happens next and by when', async () => {
  await open(paid, { slots: [slotsAt()] })
  expect(document.body.textContent).toContain('we’ll reply within two working days with a time for you')
  expect(linkTo('See all times, or choose a phone call')).toBe(
    `/portal/bookings/new?entitlement=${week.id}&line=initial-consultation`,
  )
})

test('if no one is free before the package ends, a later time extends it', async () => {
  await open(paid, {
    slots: [granted(listFreeSlots, { slots: [], nextFree: '2026-05-05T09:00:00.000Z' })],
  })
  expect(document.body.textContent).toContain(
    'The next free time is Tuesday 5 May 2026 at 10:00 (London time). Book it and we’ll extend your package',
  )
})

test.each<[string, Partial<ResponseOf<typeof getOwnedPackage>>, string, string, string]>([
  [
    'without sessions asks about the business',
    { serviceType: 'BIZ_FUTURE', lines: lines.filter(({ kind }) => kind === 'deliverable') },
    'Tell us about your business',
    'Message us',
    '/portal/messages',
  ],
  [
    'that starts later waits for its start',
    {
      state: 'scheduled',
      isUsable: false,
      startsAt: '2026-06-16T23:00:00.000Z',
      startTerms: { version: '1', acknowledgement: 'Start.' },
    },
    'Nothing to do until 17 June 2026',
    'Go to your package',
    `/portal/packages/${owned().id}`,
  ],
])('a package %s', async (_, changes, title, link, path) => {
  await open(paid, { bought: granted(getOwnedPackage, { ...week, ...changes }) })
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(linkTo(link)).toBe(path)
  expect(screen.queryAllByText(/Want to start sooner\?/)).toHaveLength(changes.startTerms ? 1 : 0)
})

test('if no session can be booked now, a link leads to the package', async () => {
  await open(paid, { sessions: [] })
  expect(screen.getByRole('heading', { name: 'See your package' })).toBeTruthy()
  expect(linkTo('Go to your package')).toBe(`/portal/packages/${week.id}`)
})

test('if the sessions cannot be loaded, a link leads to booking the first one', async () => {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  fakeServer(({ address }) => {
    if (address.startsWith('/api/purchases/')) return granted(confirmPurchase, bought)
    return address.startsWith('/api/entitlements/') ? granted(getOwnedPackage, week) : 'unreachable'
  })
  visit(`/confirmation?purchase=${bought.id}`, { '/confirmation': ConfirmationPage })
  await settle()
  expect(linkTo('Book your first session')).toBe(`/portal/bookings/new?entitlement=${week.id}`)
})

test('a member whose email address is not confirmed is asked to confirm it after the next step', async () => {
  await open(paid, { member: { ...ada, emailVerified: false } })
  expect(screen.getByText(/Please confirm your email address/)).toBeTruthy()
  await open(paid)
  expect(screen.queryByText(/Please confirm your email address/)).toBeNull()
})

test('if the package cannot be loaded, the receipt links to My Packages', async () => {
  await open(paid, { bought: 'unreachable' })
  expect(linkTo('Go to My Packages')).toBe('/portal/packages')
})

test("PayPal's parameters are removed from the address, and a reload shows the receipt", async () => {
  const query = `purchase=${bought.id}&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed`
  const { address, state } = await open([granted(confirmPurchase, bought)], { at: `/confirmation?${query}` })
  expect(address()).toBe('/confirmation')
  expect(state()).toEqual({ purchaseId: bought.id })
  expect(screen.getByText('Payment Successful!')).toBeTruthy()

  await open([granted(confirmPurchase, bought)], { at: { pathname: '/confirmation', state: state() } })
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

test('an unpaid purchase leads back to the checkout even if the address says that it succeeded', async () => {
  await open([granted(confirmPurchase, { ...pending, isOpen: true })], {
    at: `/confirmation?purchase=${bought.id}&redirect_status=succeeded`,
  })
  expect(leave.replacePage).toHaveBeenLastCalledWith('/checkout?package=my-future-basic')
  expect(screen.queryByText('Payment Successful!')).toBeNull()
})

test('while a payment is being confirmed, the page shows a notice, and then the receipt', async () => {
  const { requests } = await open([
    granted(confirmPurchase, pending),
    refused(confirmPurchase, 'provider-unavailable'),
    'unreachable',
    granted(confirmPurchase, bought),
  ])
  expect(screen.getByText('We’re confirming your payment. You can leave this page.')).toBeTruthy()
  await advanceClock(1_000)
  await advanceClock(2_000)
  expect(requests.filter(({ address }) => address.endsWith('/confirmation'))).toHaveLength(3)
  await advanceClock(3_000)
  expect(screen.getByText('Payment Successful!')).toBeTruthy()
})

const notFound = 'Purchase information not found. Please try making a purchase again.'

test.each([
  ['without a purchase', '/confirmation', []],
  ["with another member's purchase", undefined, [refused(confirmPurchase, 'purchase-not-found')]],
])('the confirmation page %s shows an error and a link to the packages', async (_, at, answers) => {
  await open(answers, at ? { at } : {})
  expect(screen.getByRole('alert').textContent).toBe(notFound)
  expect(screen.getByRole('link', { name: 'View Packages' }).getAttribute('href')).toBe('/services/my-future')
})

test('a visitor sees no purchase and can log in to see their own', async () => {
  givenVisitor()
  fakeServer()
  visit(`/confirmation?purchase=${bought.id}`, { '/confirmation': ConfirmationPage })
  await settle()
  expect(screen.getByRole('alert').textContent).toBe(notFound)
  expect(screen.getByRole('link', { name: 'Log in to see your purchase' }).getAttribute('href')).toBe(
    `/login?from=${encodeURIComponent(`/confirmation?purchase=${bought.id}`)}`,
  )
})

test('after a cancelled payment, the page links back to its checkout', async () => {
  await open([granted(confirmPurchase, { ...pending, status: 'cancelled' })])
  expect(screen.getByRole('alert').textContent).toBe('This payment didn’t go through. You haven’t been charged.')
  expect(screen.getByRole('link', { name: 'Back to the checkout' }).getAttribute('href')).toBe(
    '/checkout?package=my-future-basic',
  )
})

test('for a package with a later start, the page shows the start date', async () => {
  await open([granted(confirmPurchase, { ...bought, startsAt: '2026-06-16T23:00:00.000Z', startsLater: true })])
  expect(screen.getByText('Your package starts on 17 June 2026.')).toBeTruthy()
})

test('the invoice is downloaded by its number, as a PDF or as text', async () => {
  const { user, requests } = await open(paid, { others: [{ text: '%PDF', file: 'INV-1.pdf' }] })
  await user.click(screen.getByRole('button', { name: 'Download invoice' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/documents/INV-FW-2026-000042/pdf')
  await user.click(screen.getByRole('button', { name: 'Download as text' }))
  await settle()
  expect(requests.at(-1)?.address).toBe('/api/documents/INV-FW-2026-000042/text')
  expect(files.saveFile).toHaveBeenCalledTimes(2)
})

test('a failed invoice download shows the reason', async () => {
  const { user } = await open(paid, { others: [refused(getDocumentPdf, 'document-not-found')] })
  await user.click(screen.getByRole('button', { name: 'Download invoice' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('We couldn’t find this document.')
  expect(files.saveFile).not.toHaveBeenCalled()
})

function linkTo(name: string | RegExp) {
  return screen.getByRole('link', { name }).getAttribute('href')
}

function slotNames() {
  return screen
    .getAllByRole('button', { name: /^\d\d:\d\d/ })
    .map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim())
}
