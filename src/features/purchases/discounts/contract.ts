import { z } from 'zod'

/** Why a code takes nothing off a price (PRODUCT D27). The checkout shows the sentence next to the field. */
export const discountRefusals = {
  'discount-unknown': 'We don’t recognise this code. Check the spelling.',
  'discount-paused': 'This code can’t be used at the moment.',
  'discount-not-valid-yet': 'This code isn’t valid yet.',
  'discount-expired': 'This code is no longer valid.',
  'discount-used-up': 'This code has been used up.',
  'discount-used-by-you':
    'You’ve already used this code. If that payment isn’t finished, you can finish or cancel it under My Packages.',
  'discount-not-for-package': 'This code isn’t for this package.',
  'discount-not-for-market': 'This code isn’t for prices in this currency.',
  'discount-new-members-only': 'This code is for your first purchase, and you’ve bought from us before.',
  'discount-too-many-tries': 'You’ve tried too many codes. Wait 15 minutes, then try again.',
} as const
export type DiscountRefusal = keyof typeof discountRefusals
export const DiscountRefusal = z.enum(Object.keys(discountRefusals) as [DiscountRefusal, ...DiscountRefusal[]])
