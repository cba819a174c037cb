import { collectAgain } from '../invoices/collect-invoice.ts'
import type { DueStep, StepKind } from '../storage/schedule.ts'
import { announceRenewal } from '../subscriptions/announce-renewal.ts'
import { expireSubscription } from '../subscriptions/end-subscription.ts'
import { finalizeRenewal, renewSubscription } from '../subscriptions/renew-subscription.ts'
import type { Call } from '../wire/operation.ts'

const steps: Record<StepKind, (call: Call, id: string) => void> = {
  announce_renewal: announceRenewal,
  collect_invoice: collectAgain,
  expire_subscription: expireSubscription,
  finalize_invoice: finalizeRenewal,
  renew_subscription: renewSubscription,
}

/** Everything that comes of it is dated when it was due. */
export function runStep(call: Call, { kind, object, dueAt }: DueStep): void {
  steps[kind](call.at(dueAt), object)
}
