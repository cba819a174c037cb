import type { Provider } from '../provider.ts'
import { runStep } from './due-steps.ts'

/** Not an API call: what the sandbox or the person who runs it does. */
export const operator = {
  caller: 'secret-key',
  clientSecret: undefined,
  requestId: null,
  idempotencyKey: null,
} as const

/** Does what has fallen due by the sandbox's clock, one transaction after the other, the earliest first. */
export function catchUp(provider: Provider): void {
  const until = provider.clock.now()
  const takeStep = () =>
    provider.perform(operator, (call) => {
      const step = call.schedule.takeNext(null, until)
      if (step) runStep(call, step)
      return step !== undefined
    })
  let isWorkLeft = true
  while (isWorkLeft) isWorkLeft = takeStep()
}
