import { z } from 'zod'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type Call, listing, operation, retrieval } from '../wire/operation.ts'
import { changed, clearable, flag, metadata, omitUndefined, text } from '../wire/parameters.ts'

export type Product = ReturnType<typeof newProduct>

export const products = objectKind<Product>({ object: 'product', label: 'product', expandable: [] })

function newProduct(id: string, name: string, now: number) {
  return {
    id,
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null as string | null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {} as Record<string, string>,
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null as string | null,
    updated: now,
    url: null as string | null,
  }
}

const described = {
  active: flag.optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
  unit_label: clearable(text).optional(),
  url: clearable(text).optional(),
}

const createProduct = operation('Product.create', 'POST /v1/products', {
  parameters: z.strictObject({
    ...described,
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,255}$/)
      .optional(),
    name: text,
  }),
  run(call, { id = newId('prod', 14), name, metadata, ...description }) {
    requireNewId(call, id)
    const product = { ...newProduct(id, name, call.now), ...omitUndefined(description), metadata: metadata ?? {} }
    return call.objects.add(products, product)
  },
})

function requireNewId(call: Call, id: string): void {
  if (!call.objects.findAny(id)) return
  throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
}

const updateProduct = operation('Product.update', 'POST /v1/products/{id}', {
  parameters: z.strictObject({ ...described, name: text.optional() }),
  run: (call, change, id) =>
    call.objects.save({ ...changed(call.objects.get(products, id), change), updated: call.now }),
})

export const productOperations = [
  createProduct,
  retrieval('Product', '/v1/products', products),
  updateProduct,
  listing('Product', '/v1/products', products, { active: flag.optional() }),
]
