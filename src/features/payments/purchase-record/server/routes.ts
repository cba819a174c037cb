import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getPurchaseRecord } from './get-purchase-record.ts'

export function purchaseRecordRoutes(serve: Serve) {
  serve(contract.getPurchaseRecord, (context, { params }) => getPurchaseRecord(context, params.purchaseId))
}
