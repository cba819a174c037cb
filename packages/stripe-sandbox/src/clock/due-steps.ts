import { z } from 'zod'
import { collectAgain } from '../invoices/collect-invoice.ts'
import type { DueStep, StepKind } from '../storage/schedule.ts'
import { expireSubscription } from '../subscriptions/change-subscription.ts'
import { announceRenewal, finalizeRenewal, renewSubscription } from '../subscriptions/renew-subscription.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { integer } from '../wire/parameters.ts'
import { testClocks } from './test-clock.ts'

const steps: Record<StepKind, (call: Call, id: string) => void> = {
  announce_renewal: announceRenewal,
  collect_invoice: collectAgain,
  expire_subscription: expireSubscription,
  finalize_invoice: finalizeRenewal,
  renew_subscription: renewSubscription,
}

/** Runs the step as of its due time, so that its objects carry that date. */
export function runStep(call: Call, { kind, object, dueAt }: DueStep): void {
  steps[kind](call.at(dueAt), object)
}

/** Runs all due steps before it responds. The clock is `ready` immediately, whereas Stripe's needs a while. */
export const advanceTestClock = operation('TestClock.advance', 'POST /v1/test_helpers/test_clocks/{id}/advance', {
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
