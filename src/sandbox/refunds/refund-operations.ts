import { z } from 'zod'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { paging, text } from '../wire/parameter-types.ts'
import { createRefund } from './create-refund.ts'
import { refunds } from './refund.ts'

const retrieveRefund = operation({
  name: 'Refund.retrieve',
  method: 'GET',
  path: '/v1/refunds/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(refunds, id),
})

const listRefunds = operation({
  name: 'Refund.list',
  method: 'GET',
  path: '/v1/refunds',
  parameters: z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() }),
  run: (call, { charge, payment_intent, ...page }) =>
    listPage('/v1/refunds', call.objects.list(refunds, { ...page, where: { charge, payment_intent } })),
})

export const refundOperations = [createRefund, retrieveRefund, listRefunds]
