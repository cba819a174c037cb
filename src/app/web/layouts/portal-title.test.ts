import { expect, test } from 'vitest'
import { portalTitle } from './portal-title.ts'

test.each([
  ['/portal', 'Dashboard'],
  ['/portal/', 'Dashboard'],
  ['/portal/dashboard', 'Dashboard'],
  ['/portal/packages', 'Packages'],
  ['/portal/invoices', 'Invoices'],
  ['/portal/upcoming-sessions', 'Upcoming Sessions'],
])('%s is titled %s', (path, title) => {
  expect(portalTitle(path)).toBe(title)
})
