import { expect, test } from 'vitest'
import { portalTitle } from './portal-title.ts'

test.each([
  ['/portal', 'Dashboard'],
  ['/portal/', 'Dashboard'],
  ['/portal/dashboard', 'Dashboard'],
  ['/portal/packages', 'Packages'],
  ['/portal/packages/0196b3a0-0000-4000-8000-000000000001', 'Packages'],
  ['/portal/bookings', 'Bookings'],
  ['/portal/bookings/new', 'Bookings'],
  ['/portal/invoices', 'Invoices'],
  ['/portal/upcoming-sessions', 'Upcoming Sessions'],
])('%s is titled %s', (path, title) => {
  expect(portalTitle(path)).toBe(title)
})
