import { z } from 'zod'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'

export const NewExchangeRate = z.strictObject({
  currency: z.literal('USD', 'The currency must be USD'),
  validFrom: calendarDay('Enter a date, for example 2026-11-01'),
  unitsPerPound: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,6})?$/, 'Enter how many dollars £1 buys, for example 1.31')
    .refine((rate) => Number(rate) > 0, 'Enter a rate greater than 0'),
  source: text({ required: 'Say where the rate comes from, for example “HMRC monthly rate”', max: 200 }).refine(
    (source) => !/\p{C}/u.test(source),
    'Remove line breaks and invisible characters',
  ),
})
export type NewExchangeRate = z.infer<typeof NewExchangeRate>

/** Today's rate for stating the tax on dollar documents in sterling; null if none has been entered. */
const CurrentRate = NewExchangeRate.nullable()

export const getExchangeRate = endpoint('GET /api/admin/exchange-rates/current', {
  summary: 'Get today’s exchange rate for showing the tax on dollar documents in sterling',
  access: 'administrator',
  response: CurrentRate,
})

export const enterExchangeRate = endpoint('POST /api/admin/exchange-rates', {
  summary: 'Set an exchange rate from a given day, replacing any rate already set for that day',
  access: 'administrator',
  body: NewExchangeRate,
  response: CurrentRate,
  message: 'Saved. Documents issued from that day on will use this rate.',
  refusals: confirmationNeeded,
})
