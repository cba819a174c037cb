import { z } from 'zod'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { clearable, flag, mergeMetadata, metadata, paging, text } from '../wire/parameter-types.ts'
import { newTaxRate, type TaxRate, taxRates } from './tax-rate.ts'

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

const createTaxRate = operation({
  name: 'TaxRate.create',
  method: 'POST',
  path: '/v1/tax_rates',
  parameters: z.strictObject({ ...described, display_name: text.max(50), inclusive: flag, percentage }),
  run(call, given) {
    const { active = true, country = null, description = null, jurisdiction = null } = given
    const { state = null, tax_type = null, display_name, inclusive, percentage } = given
    const described = { active, country, description, jurisdiction, state, tax_type }
    const choice = { ...described, display_name, inclusive, percentage, metadata: given.metadata ?? {} }
    return call.objects.add(taxRates, newTaxRate(choice, call.now))
  },
})

const retrieveTaxRate = operation({
  name: 'TaxRate.retrieve',
  method: 'GET',
  path: '/v1/tax_rates/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(taxRates, id),
})

/** How much it is never changes: another percentage is another tax rate. */
const updateTaxRate = operation({
  name: 'TaxRate.update',
  method: 'POST',
  path: '/v1/tax_rates/{id}',
  parameters: z.strictObject({ ...described, display_name: text.max(50).optional() }),
  run(call, change, id) {
    const before = call.objects.get(taxRates, id)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const metadata = mergeMetadata(before.metadata, change.metadata)
    return call.objects.save<TaxRate>({ ...before, ...given, metadata })
  },
})

const listTaxRates = operation({
  name: 'TaxRate.list',
  method: 'GET',
  path: '/v1/tax_rates',
  parameters: z.strictObject({ ...paging, active: flag.optional(), inclusive: flag.optional() }),
  run: (call, { active, inclusive, ...page }) =>
    listPage('/v1/tax_rates', call.objects.list(taxRates, { ...page, where: { active, inclusive } })),
})

export const taxRateOperations = [createTaxRate, retrieveTaxRate, updateTaxRate, listTaxRates]
