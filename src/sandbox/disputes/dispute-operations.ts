import { z } from 'zod'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { paging, text } from '../wire/parameter-types.ts'
import { decideDispute } from './decide-dispute.ts'
import { disputes } from './dispute.ts'
import { updateDispute } from './update-dispute.ts'

const retrieveDispute = operation({
  name: 'Dispute.retrieve',
  method: 'GET',
  path: '/v1/disputes/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(disputes, id),
})

const listDisputes = operation({
  name: 'Dispute.list',
  method: 'GET',
  path: '/v1/disputes',
  parameters: z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() }),
  run: (call, { charge, payment_intent, ...page }) =>
    listPage('/v1/disputes', call.objects.list(disputes, { ...page, where: { charge, payment_intent } })),
})

/** The shop gives in. */
const closeDispute = operation({
  name: 'Dispute.close',
  method: 'POST',
  path: '/v1/disputes/{id}/close',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => decideDispute(call, id, 'lost'),
})

export const disputeOperations = [retrieveDispute, updateDispute, closeDispute, listDisputes]
