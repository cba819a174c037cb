import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { minorUnits } from '#platform/shared/money.ts'
import { type FakeAnswer, fakeServer, granted, refused } from '#tests/support/web/fake-server.ts'
import { givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { priceIn } from '../../rules.ts'
import { getCataloguePackage, type PackageHistory, publishPackage } from '../contract.ts'
import * as page from './edit-package-page.tsx'

const net = minorUnits(9_900)

function sold(changes: Partial<PackageHistory> = {}): PackageHistory {
  return {
    id: 'study-world-basic',
    version: 3,
    title: 'STUDY WORLD',
    description: 'Find it.',
    price: 99,
    features: ['A report'],
    serviceType: 'STUDY_WORLD',
    duration: '2 weeks',
    billing: 'once',
    image: '/images/study-world.svg',
    prices: {
      uk: priceIn({ id: 'uk', currency: 'GBP', taxRateBasisPoints: 2_000, taxLabel: 'VAT (20%)' }, net),
      international: priceIn({ id: 'international', currency: 'USD', taxRateBasisPoints: 1_000, taxLabel: 'Tax' }, net),
    },
    isOnSale: true,
    spanWeeks: 2,
    spanMonths: 0,
    lines: [
      {
        key: 'report',
        kind: 'deliverable',
        title: 'Report',
        minutes: null,
        unit: 'report',
        quantity: 1,
        grantedPer: 'purchase',
        weight: 10_000,
      },
    ],
    publishedAt: '2026-11-22T10:00:00.000Z',
    buyers: { subscribers: 0, openCheckouts: 0 },
    versions: [{ version: 3, title: 'STUDY WORLD', netPrice: 9_900, publishedAt: '2026-11-22T10:00:00.000Z' }],
    ...changes,
  }
}

async function open(loaded: PackageHistory, ...answers: FakeAnswer[]) {
  givenMember()
  const { requests } = fakeServer(granted(getCataloguePackage, loaded), ...answers)
  const { user } = visit('/admin/catalogue/study-world-basic', { '/admin/catalogue/:packageId': page })
  await screen.findByRole('heading', { level: 1 })
  return { user, requests }
}

test('the preview shows the typed price before it is published', async () => {
  const { user, requests } = await open(sold())
  const price = screen.getByLabelText('Price before tax')
  await user.clear(price)
  await user.type(price, '109.50')
  expect(screen.getByRole('article', { hidden: true }).textContent).toContain('£131.40')
  await user.clear(price)
  expect(screen.getByText('Enter a price to see the preview.')).toBeTruthy()
  expect(requests).toHaveLength(1)
})

test('publishing sends the form with the version it was based on', async () => {
  const { user, requests } = await open(sold(), granted(publishPackage, sold({ version: 4, title: 'STUDY MORE' })))
  await user.clear(screen.getByLabelText('Title'))
  await user.type(screen.getByLabelText('Title'), 'STUDY MORE')
  await user.click(screen.getByLabelText('On sale'))
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(/^Package published[.]/)).toBeTruthy()
  expect(requests[1]).toMatchObject({
    method: 'PUT',
    body: { version: 3, draft: { title: 'STUDY MORE', isOnSale: false, netPrice: 9_900, lines: [{ key: 'report' }] } },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('STUDY MORE')
})

test('invalid lines show errors next to their fields, and nothing is sent', async () => {
  const { user, requests } = await open(sold())
  await user.click(screen.getByRole('button', { name: 'Add a session' }))
  const added = within(screen.getByRole('group', { name: 'New session' }))
  await user.clear(added.getByLabelText('Minutes'))
  await user.type(added.getByLabelText('Minutes'), '500')
  await user.type(added.getByLabelText('Weight'), '9')
  expect(screen.getByText('Total weight: 10,009 of 10,000')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText('Enter 240 or less')).toBeTruthy()
  expect(screen.getByText(/9 over[.]$/)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect(requests).toHaveLength(1)
})

test('if a line is removed, other lines keep their errors and focus stays in the form', async () => {
  const { user } = await open(sold())
  await user.click(screen.getByRole('button', { name: 'Add a session' }))
  const added = within(screen.getByRole('group', { name: 'New session' }))
  await user.type(added.getByLabelText('Weight'), 'x')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  const weight = added.getByLabelText('Weight')
  await expect.poll(() => weight.getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Remove Report' }))
  expect(weight.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => document.activeElement?.textContent?.trim()).toBe('Add a session')
})

test('if the package has been published concurrently, an error is shown and the input is kept', async () => {
  const { user } = await open(sold(), refused(publishPackage, 'edited-elsewhere'))
  await user.type(screen.getByLabelText('Title'), ' NOW')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(/^Someone else has published a new version of this package/)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('STUDY WORLD NOW')
})

test('the page shows how many subscribers and open checkouts there are before a change', async () => {
  await open(sold({ billing: 'monthly', buyers: { subscribers: 2, openCheckouts: 1 } }))
  expect(screen.getByText(/^2 members subscribe to this package[.] They’ll keep their version/)).toBeTruthy()
  expect(screen.getByText(/^One payment has been started but not finished/)).toBeTruthy()
})
