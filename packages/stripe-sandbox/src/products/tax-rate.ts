import { z } from 'zod'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { listing, operation, retrieval } from '../wire/operation.ts'
import { changed, clearable, flag, metadata, omitUndefined, text } from '../wire/parameters.ts'

export type TaxRate = ReturnType<typeof newTaxRate>

export const taxRates = objectKind<TaxRate>({ object: 'tax_rate', label: 'tax rate', expandable: [] })

function newTaxRate(choice: { display_name: string; inclusive: boolean; percentage: number }, now: number) {
  return {
    ...choice,
    id: newId('txr'),
    object: 'tax_rate',
    active: true,
    country: null as string | null,
    created: now,
    description: null as string | null,
    effective_percentage: choice.percentage,
    flat_amount: null,
    jurisdiction: null as string | null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {} as Record<string, string>,
    rate_type: 'percentage',
    state: null as string | null,
    tax_type: null as string | null,
  }
}

/** In minor units, rounded half up, as Stripe rounds each line. */
export function taxOn(amount: number, { inclusive, percentage }: TaxRate): number {
  const base = inclusive ? 100 + percentage : 100
  return Math.round((amount * percentage) / base)
}

const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,4})?$/)
  .transform(Number)
  .refine((value) => value <= 100, { message: 'must be at most 100' })

const described = {
  active: flag.optional(),
  country: clearable(text.length(2)).optional(),
  description: clearable(text).optional(),
  jurisdiction: clearable(text).optional(),
  metadata: metadata.optional(),
  state: clearable(text).optional(),
  tax_type: clearable(z.enum(['gst', 'sales_tax', 'vat'])).optional(),
}

const createTaxRate = operation('TaxRate.create', 'POST /v1/tax_rates', {
  parameters: z.strictObject({ ...described, display_name: text.max(50), inclusive: flag, percentage }),
  run(call, { metadata, ...choice }) {
    const taxRate = { ...newTaxRate(choice, call.now), ...omitUndefined(choice), metadata: metadata ?? {} }
    return call.objects.add(taxRates, taxRate)
  },
})

/** The percentage never changes; a different percentage needs a new tax rate. */
const updateTaxRate = operation('TaxRate.update', 'POST /v1/tax_rates/{id}', {
  parameters: z.strictObject({ ...described, display_name: text.max(50).optional() }),
  run: (call, change, id) => call.objects.save(changed(call.objects.get(taxRates, id), change)),
})

export const taxRateOperations = [
  createTaxRate,
  retrieval('TaxRate', '/v1/tax_rates', taxRates),
  updateTaxRate,
  listing('TaxRate', '/v1/tax_rates', taxRates, { active: flag.optional(), inclusive: flag.optional() }),
]
