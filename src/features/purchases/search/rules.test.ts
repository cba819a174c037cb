import { expect, test } from 'vitest'
import { readPurchaseSearch } from './rules.ts'

test.each([
  ['fw-2026-000042', { by: 'reference', beginning: 'fw-2026-000042' }],
  ['FW-2026', { by: 'reference', beginning: 'fw-2026' }],
  [' INV-TEST-2026-000042 ', { by: 'reference', beginning: 'test-2026-000042' }],
  ['pi_3Qabc', { by: 'payment', id: 'pi_3Qabc' }],
  ['Ada  Lovelace', { by: 'buyer', beginning: 'ada lovelace' }],
  ['fw-ada@example.org', { by: 'buyer', beginning: 'fw-ada@example.org' }],
  ['Test', { by: 'buyer', beginning: 'test' }],
])('the search "%s" is recognised as a reference, a payment id or a buyer', (search, expected) => {
  expect(readPurchaseSearch(search)).toEqual(expected)
})
