import { z } from 'zod'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { paging, text } from '../wire/parameter-types.ts'
import { charges } from './charge.ts'

const retrieveCharge = operation({
  name: 'Charge.retrieve',
  method: 'GET',
  path: '/v1/charges/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(charges, id),
})

const listCharges = operation({
  name: 'Charge.list',
  method: 'GET',
  path: '/v1/charges',
  parameters: z.strictObject({ ...paging, customer: text.optional(), payment_intent: text.optional() }),
  run: (call, { customer, payment_intent, ...page }) =>
    listPage('/v1/charges', call.objects.list(charges, { ...page, where: { customer, payment_intent } })),
})

export const chargeOperations = [retrieveCharge, listCharges]
