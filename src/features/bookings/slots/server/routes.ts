import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listFreeSlots } from './list-free-slots.ts'
import { listNextFreeDays } from './list-next-free-days.ts'

export function slotRoutes(serve: Serve) {
  serve(contract.listNextFreeDays, (context) => listNextFreeDays(context))
  serve(contract.listFreeSlots, (context, { query }) => listFreeSlots(context, query))
}
