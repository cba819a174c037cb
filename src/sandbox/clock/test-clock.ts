import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

const KEPT_SECONDS = 30 * 24 * 60 * 60

/** A time of its own for some customers, so that one of them can be led through months. */
export interface TestClock {
  id: string
  object: 'test_helpers.test_clock'
  created: number
  deletes_after: number
  frozen_time: number
  livemode: false
  name: string | null
  status: 'ready'
  status_details: Record<string, never>
}

export const testClocks = objectKind<TestClock>({
  object: 'test_helpers.test_clock',
  label: 'testclock',
  expandable: [],
})

export function newTestClock(choice: Pick<TestClock, 'frozen_time' | 'name'>, now: number): TestClock {
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
