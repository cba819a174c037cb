import { z } from 'zod'
import { invalidRequest } from '../wire/api-error.ts'
import { operation } from '../wire/operation.ts'
import { integer, text } from '../wire/parameter-types.ts'
import { runStep } from './due-steps.ts'
import { newTestClock, testClocks } from './test-clock.ts'

const createTestClock = operation({
  name: 'TestClock.create',
  method: 'POST',
  path: '/v1/test_helpers/test_clocks',
  parameters: z.strictObject({ frozen_time: integer, name: text.max(300).optional() }),
  run: (call, { frozen_time, name = null as string | null }) =>
    call.objects.add(testClocks, newTestClock({ frozen_time, name }, call.now)),
})

const retrieveTestClock = operation({
  name: 'TestClock.retrieve',
  method: 'GET',
  path: '/v1/test_helpers/test_clocks/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(testClocks, id),
})

/** All that falls due is done before the answer: the clock is `ready` at once, where the provider takes a while. */
const advanceTestClock = operation({
  name: 'TestClock.advance',
  method: 'POST',
  path: '/v1/test_helpers/test_clocks/{id}/advance',
  parameters: z.strictObject({ frozen_time: integer }),
  run(call, { frozen_time }, id) {
    const clock = call.objects.get(testClocks, id)
    if (frozen_time <= clock.frozen_time) {
      throw invalidRequest('The new frozen time must be after the current frozen time.', { param: 'frozen_time' })
    }
    let step = call.schedule.takeNext(id, frozen_time)
    while (step) {
      call.objects.save({ ...clock, frozen_time: step.dueAt })
      runStep(call, step)
      step = call.schedule.takeNext(id, frozen_time)
    }
    const advanced = call.objects.save({ ...clock, frozen_time })
    call.announce('test_helpers.test_clock.ready', advanced)
    return advanced
  },
})

export const testClockOperations = [createTestClock, retrieveTestClock, advanceTestClock]
