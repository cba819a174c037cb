import { z } from 'zod'
import { requireCurrency } from '../payments/amounts.ts'
import { invalidRequest, missingParameter } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { operation, retrieval } from '../wire/operation.ts'
import { integer, metadata, text } from '../wire/parameters.ts'

/** Only coupons that take off an amount: the shop calculates percentages itself. */
export interface Coupon {
  id: string
  object: 'coupon'
  amount_off: number
  created: number
  currency: string
  duration: 'forever' | 'once' | 'repeating'
  duration_in_months: number | null
  livemode: false
  max_redemptions: null
  metadata: Record<string, string>
  name: string | null
  percent_off: null
  redeem_by: null
  times_redeemed: number
  valid: true
}

export const coupons = objectKind<Coupon>({ object: 'coupon', label: 'coupon', expandable: [] })

const createCoupon = operation('Coupon.create', 'POST /v1/coupons', {
  parameters: z.strictObject({
    amount_off: integer.refine((amount) => amount >= 1, { message: 'must be at least 1' }),
    currency: text,
    duration: z.enum(['forever', 'once', 'repeating']).default('once'),
    duration_in_months: integer.refine((months) => months >= 1, { message: 'must be at least 1' }).optional(),
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,255}$/)
      .optional(),
    metadata: metadata.optional(),
    name: text.max(40).optional(),
  }),
  run(call, { id = newId('coupon', 8), duration, duration_in_months: months, ...choice }) {
    if (call.objects.findAny(id)) {
      throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
    }
    if (duration === 'repeating' && months === undefined) throw missingParameter('duration_in_months')
    return call.objects.add(coupons, {
      id,
      object: 'coupon',
      amount_off: choice.amount_off,
      created: call.now,
      currency: requireCurrency(choice.currency),
      duration,
      duration_in_months: duration === 'repeating' ? (months ?? null) : null,
      livemode: false,
      max_redemptions: null,
      metadata: choice.metadata ?? {},
      name: choice.name ?? null,
      percent_off: null,
      redeem_by: null,
      times_redeemed: 0,
      valid: true,
    })
  },
})

export const couponOperations = [createCoupon, retrieval('Coupon', '/v1/coupons', coupons)]
