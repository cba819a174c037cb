// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listSubscriptions, type Subscription } from '#features/payments/contract/subscription.ts'
import { cancelPurchase } from '#features/payments/contract.ts'
import {
  listOwnedPackages,
  listPurchases,
  type OwnedPackage,
  type PackageState,
  type Purchase,
} from '#features/purchases/contract.ts'
import { settle, stopClock } from '../../../../tests/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '../../../../tests/web/fake-server.ts'
import { givenMember } from '../../../../tests/web/people.ts'
import { visit } from '../../../../tests/web/visit.tsx'
import * as page from './my-packages-page.tsx'

test('while the packages load, the page says so', async () => {
  await open(new Promise(() => {}))
  expect(screen.getByText('Loading')).toBeTruthy()
})

test('whoever owns nothing reads so and finds the way to the services', async () => {
  await open(pageOf([]))
  expect(screen.getByText('No packages purchased yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: /STUDY WORLD/ }).getAttribute('href')).toBe('/services/study-world')
})

test.each<[PackageState, string, string]>([
  ['scheduled', 'Starts soon', 'Starts on 2 March 2026, until 9 March 2026'],
  ['active', 'Active', 'Active until 9 March 2026'],
  ['past_due', 'Payment due', 'Paid until 9 March 2026'],
  ['suspended', 'On hold: payment disputed', 'Would run until 9 March 2026'],
  ['expired', 'Expired', 'Expired on 9 March 2026'],
  ['cancelled', 'Cancelled', 'Started on 2 March 2026'],
])('a package that is %s says "%s" and "%s"', async (state, badge, dates) => {
  await open(pageOf([owned({ state })]))
  const card = screen.getByRole('article', { name: 'MY FUTURE WEEK' })
  expect(card.textContent).toContain(badge)
  expect(card.textContent).toContain(dates)
})

test('a package that has ended can be bought again', async () => {
  await open(pageOf([owned({ state: 'expired' })]))
  expect(screen.getByRole('link', { name: 'Buy again' }).getAttribute('href')).toBe(
    '/services/my-future#my-future-basic',
  )
})

test('what does not fit on the first page is loaded by the button', async () => {
  const { user, requests } = await open(
    pageOf([owned({ id: one, title: 'First' })], 'after-first'),
    pageOf([owned({ id: two, title: 'Second' })]),
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(requests[1]?.address).toBe('/api/entitlements?cursor=after-first')
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('a next page that fails keeps what is there and can be tried again', async () => {
  const { user } = await open(
    pageOf([owned({ id: one, title: 'First' })], 'after-first'),
    'unreachable',
    pageOf([owned({ id: two, title: 'Second' })]),
  )
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('We could not reach the server.')
  expect(screen.getAllByRole('article')).toHaveLength(1)

  await user.click(screen.getByRole('button', { name: 'Load more' }))
  await settle()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('a list that cannot be loaded says why', async () => {
  await open({ status: 503, code: 'service-away', message: 'Please try again in a minute.' })
  expect(screen.getByRole('alert').textContent).toContain('Please try again in a minute.')
})

const one = '0196b3a0-0000-4000-8000-000000000001'
const two = '0196b3a0-0000-4000-8000-000000000002'

function owned(changes: Partial<OwnedPackage>): OwnedPackage {
  return {
    id: one,
    purchaseId: null,
    packageId: 'my-future-basic',
    title: 'MY FUTURE WEEK',
    description: 'One focused week.',
    serviceType: 'MY_FUTURE',
    duration: '1 week',
    image: '/images/my-future.svg',
    state: 'active',
    startsAt: '2026-03-02T10:00:00.000Z',
    subscription: null,
    endsAt: '2026-03-09T10:00:00.000Z',
    ...changes,
  }
}

function pageOf(items: OwnedPackage[], nextCursor: string | null = null) {
  return granted(listOwnedPackages, { items, nextCursor })
}

async function open(...answers: FakeAnswer[]) {
  stopClock('2026-03-02T10:00:00.000Z')
  givenMember()
  const { requests } = fakeServer(...answers)
  const shown = visit('/portal/packages', { '/portal/packages': page })
  await settle()
  return { ...shown, requests }
}
