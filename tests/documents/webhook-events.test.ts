import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { followedTypes } from '#features/payments/server/event-gateway.ts'
import { API_VERSION } from '#features/payments/server/stripe-gateway.ts'

const page = readFileSync('docs/operations/configuration.md', 'utf8')

test('whoever sets the webhook up is told every event that is followed, and the version that is understood', () => {
  const [, list = ''] = /^```text\n(.*?)^```/ms.exec(page) ?? []
  // Of cards that are tried we hear as it happens, or not at all: what was missed needs no counting.
  expect(list.trim().split('\n')).toEqual([...followedTypes, 'setup_intent.setup_failed'])
  expect(page).toContain(`API version \`${API_VERSION}\``)
})
