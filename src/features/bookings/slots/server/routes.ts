import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listFreeSlots } from './list-free-slots.ts'

export function slotRoutes(serve: Serve) {
  serve(contract.listFreeSlots, (context, { query }) => listFreeSlots(context, query))
}
