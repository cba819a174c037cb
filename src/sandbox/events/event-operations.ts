import { z } from 'zod'
import { invalidRequest } from '../wire/api-error.ts'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { flag, paging, text } from '../wire/parameter-types.ts'
import { events } from './event.ts'

/** The provider forgets events; whoever looks for what it missed must look in time. */
const DAYS_KEPT = 30
const DAY_SECONDS = 24 * 60 * 60

const retrieveEvent = operation({
  name: 'Event.retrieve',
  method: 'GET',
  path: '/v1/events/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(events, id),
})

const listEvents = operation({
  name: 'Event.list',
  method: 'GET',
  path: '/v1/events',
  parameters: z.strictObject({
    ...paging,
    type: text.regex(/^[^*]*$/, 'The sandbox knows no wildcards: name every type in `types`.').optional(),
    types: z.array(text).max(20).optional(),
    delivery_success: flag.optional(),
  }),
  run(call, { type, types, delivery_success, ...page }) {
    if (type && types) {
      throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'types' })
    }
    const oldest = call.now - DAYS_KEPT * DAY_SECONDS
    const selection = {
      ...page,
      created: { ...page.created, gte: Math.max(oldest, page.created?.gte ?? oldest) },
      where: { type, pending_webhooks: delivery_success === undefined ? undefined : Number(!delivery_success) },
      ...(types ? { among: { field: 'type', values: types } } : {}),
    }
    return listPage('/v1/events', call.objects.list(events, selection))
  },
})

export const eventOperations = [retrieveEvent, listEvents]
