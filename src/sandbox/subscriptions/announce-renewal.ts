import { upcomingInvoice, willRenew } from '../invoices/preview-invoice.ts'
import type { Call } from '../wire/operation.ts'
import { subscriptions } from './subscription.ts'

/** Some days ahead the shop hears what will be charged. */
export function announceRenewal(call: Call, id: string): void {
  const subscription = call.objects.get(subscriptions, id)
  if (willRenew(subscription)) call.announce('invoice.upcoming', upcomingInvoice(call, subscription))
}
