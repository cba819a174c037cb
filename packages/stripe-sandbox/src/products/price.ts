import { z } from 'zod'
import { requireChargeableAmount, requireCurrency } from '../payments/amounts.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type Call, listing, operation, retrieval } from '../wire/operation.ts'
import { changed, clearable, flag, integer, metadata, omitUndefined, text } from '../wire/parameters.ts'
import { products } from './product.ts'

export type Price = ReturnType<typeof newPrice>

export type Recurring = ReturnType<typeof fullRecurring>

export type RecurringPrice = Price & { recurring: Recurring }

export const prices = objectKind<Price>({ object: 'price', label: 'price', expandable: ['product'] })

const recurring = z.strictObject({
  interval: z.enum(['month', 'year']),
  interval_count: integer.refine((count) => count >= 1 && count <= 12, { message: 'must be from 1 to 12' }).optional(),
})

const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified'])

/** A price that is defined within another call, as in `items[0][price_data]`. */
export const inlinePrice = z.strictObject({
  currency: text,
  product: text,
  recurring,
  tax_behavior: taxBehavior.optional(),
  unit_amount: integer,
})

type InlinePrice = z.output<typeof inlinePrice>

interface Choice extends Omit<InlinePrice, 'recurring'> {
  lookup_key?: string | undefined
  recurring?: InlinePrice['recurring'] | undefined
}

/** @param param the parameter with the product, which a refusal names */
function newPrice(call: Call, choice: Choice, param: string) {
  const { unit_amount, tax_behavior = 'unspecified' } = choice
  const currency = requireCurrency(choice.currency)
  requireChargeableAmount(unit_amount, currency)
  requireFreeLookupKey(call, choice.lookup_key)
  return {
    id: newId('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: call.now,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: (choice.lookup_key ?? null) as string | null,
    metadata: {} as Record<string, string>,
    nickname: null as string | null,
    product: call.objects.getReferenced(products, choice.product, param).id,
    recurring: choice.recurring ? fullRecurring(choice.recurring) : null,
    tax_behavior,
    tiers_mode: null,
    transform_quantity: null,
    type: choice.recurring ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  }
}

function fullRecurring({ interval, interval_count = 1 }: InlinePrice['recurring']) {
  return { interval, interval_count, meter: null, trial_period_days: null, usage_type: 'licensed' }
}

export function isRecurring(price: Price): price is RecurringPrice {
  return price.recurring !== null
}

/** The legacy form of a price, which the contract still requires in every subscription item. */
export function toPlan({ id, active, created, currency, nickname, product, recurring, unit_amount }: RecurringPrice) {
  return {
    ...recurring,
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: String(unit_amount),
    billing_scheme: 'per_unit',
    created,
    currency,
    livemode: false,
    metadata: {},
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
  }
}

/** Adds a price as inactive, so that no other call can use it. */
export function addInlinePrice(call: Call, choice: InlinePrice, param: string): Price {
  return call.objects.add(prices, { ...newPrice(call, choice, `${param}[product]`), active: false })
}

const createPrice = operation('Price.create', 'POST /v1/prices', {
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
  run(call, { active, nickname, metadata, ...choice }) {
    const price = newPrice(call, choice, 'product')
    return call.objects.add(prices, { ...price, ...omitUndefined({ active, nickname }), metadata: metadata ?? {} })
  },
})

function requireFreeLookupKey(call: Call, lookup_key: string | null | undefined): void {
  if (!lookup_key) return
  const existing = call.objects.first(prices, { lookup_key })
  if (existing) throw invalidRequest(`A price (${existing.id}) already uses that lookup key.`, { param: 'lookup_key' })
}

/** The amount never changes; a different amount needs a new price. */
const updatePrice = operation('Price.update', 'POST /v1/prices/{id}', {
  parameters: z.strictObject({
    active: flag.optional(),
    lookup_key: clearable(text).optional(),
    metadata: metadata.optional(),
    nickname: clearable(text).optional(),
  }),
  run(call, change, id) {
    const before = call.objects.get(prices, id)
    if (change.lookup_key !== before.lookup_key) requireFreeLookupKey(call, change.lookup_key)
    return call.objects.save(changed(before, change))
  },
})

const filters = {
  active: flag.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
}

export const priceOperations = [
  createPrice,
  retrieval('Price', '/v1/prices', prices),
  updatePrice,
  listing('Price', '/v1/prices', prices, filters, ({ lookup_keys, ...where }) => ({
    where,
    ...(lookup_keys ? { among: { field: 'lookup_key', values: lookup_keys } } : {}),
  })),
]
