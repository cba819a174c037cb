import { z } from 'zod'
import { type Call, operation } from '../wire/operation.ts'
import { type PaymentIntent, paymentIntents } from './payment-intent.ts'
import { requireNotInvoiced, requireStatus } from './require-payment-intent.ts'

export const cancelPaymentIntent = operation({
  name: 'PaymentIntent.cancel',
  method: 'POST',
  path: '/v1/payment_intents/{id}/cancel',
  parameters: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  run(call, { cancellation_reason = null as string | null }, id) {
    const intent = call.objects.get(paymentIntents, id)
    requireNotInvoiced(call, intent, 'You cannot cancel a PaymentIntent of an invoice. Void the invoice instead.')
    return cancelIntent(call, intent, cancellation_reason)
  },
})

export function cancelIntent(call: Call, intent: PaymentIntent, cancellation_reason: string | null): PaymentIntent {
  requireStatus(intent, 'cancel', ['requires_payment_method', 'requires_confirmation', 'requires_action'])
  call.objects.note(paymentIntents, intent.id, { attempt: null, isAuthenticated: false })
  const canceled = call.objects.save<PaymentIntent>({
    ...intent,
    canceled_at: call.now,
    cancellation_reason,
    next_action: null,
    status: 'canceled',
  })
  call.announce('payment_intent.canceled', canceled)
  return canceled
}
