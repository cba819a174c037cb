import { expect, test } from 'vitest'
import { isPlainName, readOrderReference } from './contract.ts'
import { findCancellationHint, printOrderReference } from './rules.ts'

test.each([
  ['fw-2026-000042', 'fw-2026-000042'],
  [' FW-2026-000042 ', 'fw-2026-000042'],
  ['INV-FW-2026-000042', 'fw-2026-000042'],
  ['fw 2026 42', 'fw-2026-000042'],
  ['FW‑2026‑000042', 'fw-2026-000042'],
  ['ＦＷ-2026-000042', 'fw-2026-000042'],
  ['test-2026-000001', 'test-2026-000001'],
  ['FW-2026-1234567', 'fw-2026-1234567'],
  ['Unknown', 'unknown'],
  ['“unknown”', 'unknown'],
  ['CN-2026-000001', undefined],
  ['FW-2026-000000', undefined],
  ['FW-2026', undefined],
  ['000042', undefined],
  ['ring 0800 123 456 now', undefined],
  ['', undefined],
])('an order reference typed as "%s" is read as %s', (typed, reference) => {
  expect(readOrderReference(typed)).toBe(reference)
})

test('a reference is shown as it is printed on the invoice', () => {
  expect(printOrderReference('fw-2026-000042')).toBe('FW-2026-000042')
  expect(printOrderReference('unknown')).toBe('Unknown')
})

test.each([
  'Ada Lovelace',
  'J. R. R. Tolkien',
  'J.R.R. Tolkien',
  'María del Carmen García-López de la Torre',
  'Siobhán O’Brien',
  'Ng (née Smith)',
  'Anne & Peter Byron',
  '王秀英',
])('"%s" is a name', (name) => {
  expect(isPlainName(name)).toBe(true)
})

test.each([
  'Visit cheap.example now',
  'http://cheap.example',
  'a@example.org',
  'Ring 0800 123456',
  'Ada\nBcc: x',
  'You have won a prize so ring your bank now please',
  '-',
])('"%s" is no name, because mail programs make links of such text', (name) => {
  expect(isPlainName(name)).toBe(false)
})

test.each([
  'I want to cancel.',
  'Please cancel my subscription',
  'Hi, how do I CANCEL this?',
  'I’d like to end my contract with you',
  'Please stop my subscription from today.',
  'I am withdrawing from the contract',
  'I hereby give notice that I cancel my contract for the supply of the following service',
  'I use my right of withdrawal',
  'Still within the cooling-off period, am I?',
  'Please unsubscribe me from the package',
  'I don’t want it to renew',
  'Do not charge my card again, I dont want to be charged',
  'Please terminate everything',
  'I no longer want this package',
  'Cancellation of MY FUTURE X',
  'Cancel my package, and the booking on Friday too.',
  'I need to cancel my call on Friday. I also want to cancel my subscription.',
  'Subject: Cancellation\n\nHello, see above. Thanks, Ada',
])('"%s" sounds like leaving a contract', (text) => {
  expect(findCancellationHint(text)).toBe('contract')
})

test.each([
  'I need to cancel my call on Friday',
  'Can I cancel a session for free?',
  'What is your cancellation policy?',
  'unsubscribe',
  'Can I have my money back?',
  'I have changed my mind about Leiden',
  'The university cancelled my interview',
])('"%s" mentions cancelling, but perhaps not a contract', (text) => {
  expect(findCancellationHint(text)).toBe('unclear')
})

test.each([
  'Which package fits me?',
  'When does my package start?',
  'My subscription is great, thank you. Can I end the call early?',
  'I was charged twice',
  '',
])('"%s" says nothing about cancelling', (text) => {
  expect(findCancellationHint(text)).toBeNull()
})
