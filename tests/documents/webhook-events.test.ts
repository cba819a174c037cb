import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { handledEventTypes } from '#features/payments/stripe/server/event-gateway.ts'
import { API_VERSION } from '#features/payments/stripe/server/stripe-gateway.ts'

const page = readFileSync('docs/operations/configuration.md', 'utf8')

test('the page lists every handled webhook event and the API version', () => {
  const [, list = ''] = /^```text\n(.*?)^```/ms.exec(page) ?? []
  // A declined set-up is handled only when its event arrives. If the event is missed, it is not fetched later.
  expect(list.trim().split('\n')).toEqual([...handledEventTypes, 'setup_intent.setup_failed'])
  expect(page).toContain(`API version \`${API_VERSION}\``)
})
