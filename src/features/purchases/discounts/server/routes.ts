import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract/admin-codes.ts'
import {
  createDiscountCode,
  deleteDiscountCode,
  downloadDiscountCodes,
  getDiscountCode,
  listDiscountCodes,
  listDiscountUses,
  pauseDiscountCode,
  updateDiscountCode,
} from './discount-codes.ts'

export function discountRoutes(serve: Serve) {
  serve(contract.listDiscountCodes, (context, { query }) => listDiscountCodes(context, query))
  serve(contract.downloadDiscountCodes, (context) => downloadDiscountCodes(context))
  serve(contract.getDiscountCode, (context, { params }) => getDiscountCode(context, params.codeId))
  serve(contract.listDiscountUses, (context, { params, query }) => listDiscountUses(context, params.codeId, query))
  serve(contract.createDiscountCode, (context, { body }) => createDiscountCode(context, body.draft))
  serve(contract.updateDiscountCode, (context, { params, body }) => updateDiscountCode(context, params.codeId, body))
  serve(contract.pauseDiscountCode, (context, { params, body }) =>
    pauseDiscountCode(context, params.codeId, body.isPaused),
  )
  serve(contract.deleteDiscountCode, (context, { params }) => deleteDiscountCode(context, params.codeId))
}
