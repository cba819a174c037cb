import { z } from 'zod'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { listPage } from '../wire/list-page.ts'
import { type Call, operation } from '../wire/operation.ts'
import { clearable, flag, mergeMetadata, metadata, paging, text } from '../wire/parameter-types.ts'
import { newProduct, type Product, products } from './product.ts'

const described = {
  active: flag.optional(),
  description: clearable(text).optional(),
  metadata: metadata.optional(),
  unit_label: clearable(text).optional(),
  url: clearable(text).optional(),
}

const createProduct = operation({
  name: 'Product.create',
  method: 'POST',
  path: '/v1/products',
  parameters: z.strictObject({
    ...described,
    id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,255}$/)
      .optional(),
    name: text,
  }),
  run(call, { id = newId('prod', 14), name, active = true, ...given }) {
    requireNewId(call, id)
    const { description = null, unit_label = null, url = null } = given
    const choice = { id, name, active, description, unit_label, url, metadata: given.metadata ?? {} }
    return call.objects.add(products, newProduct(choice, call.now))
  },
})

function requireNewId(call: Call, id: string): void {
  if (!call.objects.findAny(id)) return
  throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
}

const retrieveProduct = operation({
  name: 'Product.retrieve',
  method: 'GET',
  path: '/v1/products/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(products, id),
})

const updateProduct = operation({
  name: 'Product.update',
  method: 'POST',
  path: '/v1/products/{id}',
  parameters: z.strictObject({ ...described, name: text.optional() }),
  run(call, change, id) {
    const before = call.objects.get(products, id)
    const { active = before.active, description = before.description, name = before.name } = change
    const { unit_label = before.unit_label, url = before.url } = change
    const described = { active, description, name, unit_label, url }
    const metadata = mergeMetadata(before.metadata, change.metadata)
    return call.objects.save<Product>({ ...before, ...described, metadata, updated: call.now })
  },
})

const listProducts = operation({
  name: 'Product.list',
  method: 'GET',
  path: '/v1/products',
  parameters: z.strictObject({ ...paging, active: flag.optional() }),
  run: (call, { active, ...page }) =>
    listPage('/v1/products', call.objects.list(products, { ...page, where: { active } })),
})

export const productOperations = [createProduct, retrieveProduct, updateProduct, listProducts]
