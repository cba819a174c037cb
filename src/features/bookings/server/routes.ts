import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listFreeTimes } from './list-free-times.ts'

export function bookingRoutes(serve: Serve) {
  serve(contract.listFreeTimes, (context, { query }) => listFreeTimes(context, query))
}
