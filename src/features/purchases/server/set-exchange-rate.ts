import { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { text } from '#platform/shared/text.ts'
import { saveRate } from './rate-store.ts'

export const NewExchangeRate = z.strictObject({
  currency: z.literal('USD', 'The currency must be USD'),
  validFrom: z.iso.date('The day from which it is valid must be a date such as 2026-11-01'),
  unitsPerPound: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,6})?$/, 'The rate must be a number such as 1.31: how much of the currency a pound buys')
    .refine((rate) => Number(rate) > 0, 'The rate must be more than nothing'),
  source: text({ required: 'Say where the rate comes from, such as "HMRC monthly rate"', max: 200 }).refine(
    (source) => !/\p{C}/u.test(source),
    'Please remove line breaks and characters that cannot be seen',
  ),
})

/** From that day on papers in the currency say their tax in sterling by this rate. What is issued stays as it is. */
export async function setExchangeRate(
  { db, log }: Context,
  rate: z.infer<typeof NewExchangeRate>,
): Promise<z.infer<typeof NewExchangeRate>> {
  const { currency, validFrom, unitsPerPound, source } = rate
  await saveRate(db, { currency, valid_from: validFrom, units_per_pound: unitsPerPound, source })
  log.info({ currency, validFrom, unitsPerPound }, 'the operator set a rate of exchange')
  return rate
}
