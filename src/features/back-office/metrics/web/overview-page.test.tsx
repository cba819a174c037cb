import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settle, stopClock } from '#tests/support/web/clock.ts'
import { type FakeAnswer, fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { ada, givenMember } from '#tests/support/web/people.ts'
import { visit } from '#tests/support/web/visit.tsx'
import {
  getMetricTotal,
  getOverview,
  listMetricRows,
  type MetricRow,
  type MetricTotal,
  type Overview,
} from '../contract.ts'
import * as metricPage from './metric-page.tsx'
import * as overviewPage from './overview-page.tsx'

const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`)
const perMonth = (last: number) => [...Array(11).fill(0), last]
const overview: Overview = {
  asOf: null,
  months,
  revenue: [{ currency: 'GBP', amounts: perMonth(23_760) }],
  subscriptions: { new: perMonth(2), renewed: perMonth(1), lost: perMonth(0) },
  sessions: { held: perMonth(5), moved: perMonth(3), missed: perMonth(4) },
  firstSessions: { packages: 3, medianDays: 2.46 },
  activePackages: 7,
  deliverablesDue: 1,
  deliverablesLate: 9,
  messagesWaiting: 6,
}

async function open(at: string, ...answers: FakeAnswer[]) {
  givenMember({ ...ada, role: 'administrator' })
  stopClock('2026-12-22T12:30:00Z')
  const { requests } = fakeServer(...answers)
  const pages = { '/admin': overviewPage, '/admin/overview/:metric': metricPage }
  const visited = visit(at, pages as never)
  await settle()
  return { ...visited, requests }
}

const metricRow = (changes: Partial<MetricRow>): MetricRow => ({
  id: ada.id,
  at: '2026-12-01T12:00:00.000Z',
  member: { id: ada.id, name: 'Grace Hopper' },
  purchaseId: ada.id,
  packageTitle: 'MY FUTURE WEEK',
  title: null,
  amount: null,
  days: null,
  ...changes,
})

/** Opens a metric's page. `total` overrides parts of its total. */
function openMetric(path: string, rows: MetricRow[], total: Partial<MetricTotal> = {}) {
  return open(
    `/admin/overview/${path}`,
    granted(listMetricRows, { items: rows, nextCursor: null }),
    granted(getMetricTotal, { asOf: null, count: rows.length, sums: [], medianDays: null, ...total }),
  )
}

test('each metric has a description and links to its list', async () => {
  await open('/admin', granted(getOverview, overview))
  const link = screen.getByRole('link', { name: 'Revenue this month in pounds: £237.60' })
  expect(link.getAttribute('href')).toBe('/admin/overview/revenue?month=2026-12&currency=GBP')
  expect(screen.getByRole('link', { name: 'Days to first session: 2.5 days' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Overdue deliverables: 9' })).toBeTruthy()
  expect(screen.getAllByText(/waiting for a reply, plus website messages and complaints/)).toHaveLength(1)
  expect(screen.queryByText(/^As of/)).toBe(null)
})

test('cached metrics show when they were computed', async () => {
  await open('/admin', granted(getOverview, { ...overview, asOf: '2026-12-22T12:25:00.000Z' }))
  const [{ textContent }] = screen.getAllByText(/^As of/) as [HTMLElement]
  expect(textContent).toBe('As of 12:25. Updated every five minutes.')
})

test('each chart has an accessible table with the same numbers', async () => {
  await open('/admin', granted(getOverview, overview))
  expect(screen.getByRole('img', { name: 'Sessions, month by month' })).toBeTruthy()
  const links = screen.getAllByRole('link', { name: /December 2026: /, hidden: true })
  expect(links.map((link) => link.getAttribute('aria-label'))).toContain('No-shows, December 2026: 4')
  const missed = links.find((link) => link.getAttribute('aria-label') === 'No-shows, December 2026: 4')
  expect(missed?.getAttribute('href')).toBe('/admin/overview/sessions-missed?month=2026-12')
  expect(screen.getByText('December 2026, No-shows: 4', { selector: 'title' })).toBeTruthy()
})

test("a metric's list shows its total and each row", async () => {
  const row = metricRow({ title: 'refund', amount: { amount: -9_900, currency: 'GBP' } })
  const { requests } = await openMetric('revenue?month=2026-12&currency=GBP', [row], {
    sums: [{ currency: 'GBP', amount: -9_900 }],
  })
  expect(requests[0]?.address).toBe('/api/admin/metrics?metric=revenue&month=2026-12&currency=GBP')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Revenue, December 2026')
  const [entry] = screen.getAllByRole('listitem')
  expect(entry?.textContent).toContain('Grace Hopper, MY FUTURE WEEK, Refund')
  expect(
    within(entry as HTMLElement)
      .getByRole('link', { name: 'MY FUTURE WEEK' })
      .getAttribute('href'),
  ).toBe(`/admin/purchases/${ada.id}`)
  expect(screen.getAllByText('-£99.00')).toHaveLength(2)
})

test('each waiting message links to the page where it is answered', async () => {
  const ofMember = metricRow({ purchaseId: null, packageTitle: null })
  const ofVisitor = { ...ofMember, id: '0196b3a0-0000-7000-8000-0000000000bb', member: null, title: 'A visitor' }
  await openMetric('messages-waiting', [ofMember, ofVisitor])
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(address('Grace Hopper')).toBe(`/admin/conversations/${ada.id}`)
  expect(address('A visitor')).toBe('/admin/inbox/0196b3a0-0000-7000-8000-0000000000bb')
})

test('a due date is shown as a London date', async () => {
  // Midnight in London, in summer time.
  await openMetric('deliverables-late', [metricRow({ at: '2026-09-20T23:00:00.000Z', title: 'Résumé review' })])
  expect(screen.getByRole('listitem').textContent).toBe(
    'Grace Hopper, MY FUTURE WEEK, Résumé reviewDue on 21 September 2026',
  )
  const review = screen.getByRole('link', { name: 'Résumé review' })
  expect(review.getAttribute('href')).toBe(`/admin/deliverables/${ada.id}`)
})
