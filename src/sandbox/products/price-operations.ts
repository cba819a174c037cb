import { z } from 'zod'
import { requireChargeableAmount, requireCurrency } from '../payments/amounts.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { listPage } from '../wire/list-page.ts'
import { type Call, operation } from '../wire/operation.ts'
import { clearable, flag, integer, mergeMetadata, metadata, paging, text } from '../wire/parameter-types.ts'
import { newPrice, type Price, prices, type Recurring } from './price.ts'
import { products } from './product.ts'

const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified'])

const recurring = z.strictObject({
  interval: z.enum(['month', 'year']),
  interval_count: integer.refine((count) => count >= 1 && count <= 12, { message: 'must be from 1 to 12' }).optional(),
})

/** The facts of a price that stands inside another call: `items[0][price_data]`. */
export const inlinePrice = z.strictObject({
  currency: text,
  product: text,
  recurring,
  tax_behavior: taxBehavior.optional(),
  unit_amount: integer,
})

type InlinePrice = z.output<typeof inlinePrice>

/** It belongs to that call alone: nobody else can use it later. */
export function addInlinePrice(call: Call, given: InlinePrice, param: string): Price {
  const currency = requireCurrency(given.currency)
  requireChargeableAmount(given.unit_amount, currency)
  const product = call.objects.getReferenced(products, given.product, `${param}[product]`)
  const choice = {
    active: false,
    currency,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: product.id,
    recurring: fullRecurring(given.recurring),
    tax_behavior: given.tax_behavior ?? 'unspecified',
    unit_amount: given.unit_amount,
  }
  return call.objects.add(prices, newPrice(choice, call.now))
}

function fullRecurring({ interval, interval_count = 1 }: z.output<typeof recurring>): Recurring {
  return { interval, interval_count, meter: null, trial_period_days: null, usage_type: 'licensed' }
}

const createPrice = operation({
  name: 'Price.create',
  method: 'POST',
  path: '/v1/prices',
  parameters: z.strictObject({
    active: flag.optional(),
    currency: text,
    lookup_key: text.optional(),
    metadata: metadata.optional(),
    nickname: text.optional(),
    product: text,
    recurring: recurring.optional(),
    tax_behavior: taxBehavior.optional(),
    unit_amount: integer,
  }),
  run(call, { active = true, lookup_key, nickname, tax_behavior = 'unspecified', unit_amount, ...given }) {
    const currency = requireCurrency(given.currency)
    requireChargeableAmount(unit_amount, currency)
    requireFreeLookupKey(call, lookup_key)
    const choice = {
      active,
      currency,
      lookup_key: lookup_key ?? null,
      metadata: given.metadata ?? {},
      nickname: nickname ?? null,
      product: call.objects.getReferenced(products, given.product, 'product').id,
      recurring: given.recurring ? fullRecurring(given.recurring) : null,
      tax_behavior,
      unit_amount,
    }
    return call.objects.add(prices, newPrice(choice, call.now))
  },
})

function requireFreeLookupKey(call: Call, lookupKey: string | null | undefined): void {
  if (!lookupKey) return
  const [taken] = call.objects.list(prices, { limit: 1, where: { lookup_key: lookupKey } }).data
  if (taken) throw invalidRequest(`A price (${taken.id}) already uses that lookup key.`, { param: 'lookup_key' })
}

const retrievePrice = operation({
  name: 'Price.retrieve',
  method: 'GET',
  path: '/v1/prices/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(prices, id),
})

/** What is charged never changes: another amount is another price. */
const updatePrice = operation({
  name: 'Price.update',
  method: 'POST',
  path: '/v1/prices/{id}',
  parameters: z.strictObject({
    active: flag.optional(),
    lookup_key: clearable(text).optional(),
    metadata: metadata.optional(),
    nickname: clearable(text).optional(),
  }),
  run(call, change, id) {
    const before = call.objects.get(prices, id)
    const { active = before.active, lookup_key = before.lookup_key, nickname = before.nickname } = change
    if (lookup_key !== before.lookup_key) requireFreeLookupKey(call, lookup_key)
    const metadata = mergeMetadata(before.metadata, change.metadata)
    return call.objects.save<Price>({ ...before, active, lookup_key, nickname, metadata })
  },
})

const listPrices = operation({
  name: 'Price.list',
  method: 'GET',
  path: '/v1/prices',
  parameters: z.strictObject({
    ...paging,
    active: flag.optional(),
    currency: text.optional(),
    lookup_keys: z.array(text).max(10).optional(),
    product: text.optional(),
    type: z.enum(['one_time', 'recurring']).optional(),
  }),
  run(call, { active, currency, lookup_keys, product, type, ...page }) {
    const among = lookup_keys ? { among: { field: 'lookup_key', values: lookup_keys } } : {}
    const selection = { ...page, ...among, where: { active, currency, product, type } }
    return listPage('/v1/prices', call.objects.list(prices, selection))
  },
})

export const priceOperations = [createPrice, retrievePrice, updatePrice, listPrices]
