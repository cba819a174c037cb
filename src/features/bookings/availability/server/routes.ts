import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getAvailability, saveAvailability } from './availability.ts'

export function availabilityRoutes(serve: Serve) {
  serve(contract.getAvailability, (context) => getAvailability(context))
  serve(contract.saveAvailability, (context, { body }) => saveAvailability(context, body))
}
