import { z } from 'zod'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { operation, retrieval } from '../wire/operation.ts'
import { integer, text } from '../wire/parameters.ts'

const KEPT_SECONDS = 30 * 24 * 60 * 60

/** A clock for certain customers, on which tests can run their subscriptions through months. */
type TestClock = ReturnType<typeof newTestClock>

export const testClocks = objectKind<TestClock>({
  object: 'test_helpers.test_clock',
  label: 'testclock',
  expandable: [],
})

function newTestClock(choice: { frozen_time: number; name: string | null }, now: number) {
  return {
    ...choice,
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: now,
    deletes_after: now + KEPT_SECONDS,
    livemode: false,
    status: 'ready',
    status_details: {},
  }
}

const createTestClock = operation('TestClock.create', 'POST /v1/test_helpers/test_clocks', {
  parameters: z.strictObject({ frozen_time: integer, name: text.max(300).optional() }),
  run: (call, { frozen_time, name = null as string | null }) =>
    call.objects.add(testClocks, newTestClock({ frozen_time, name }, call.now)),
})

export const testClockOperations = [createTestClock, retrieval('TestClock', '/v1/test_helpers/test_clocks', testClocks)]
