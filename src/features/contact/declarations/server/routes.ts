import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { declareCancellation } from './declare-cancellation.ts'

export function cancellationRoutes(serve: Serve) {
  serve(contract.declareCancellation, (context, { body }, { request }) =>
    declareCancellation(context, body, request.ip),
  )
}
