import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { createFormToken } from './form-token.ts'
import { sendComplaint, sendMessage } from './send-message.ts'

export function formRoutes(serve: Serve) {
  serve(contract.createFormToken, (context) => createFormToken(context))
  serve(contract.sendMessage, async (context, { body }, { request }) => {
    await sendMessage(context, body, request.ip)
    return null
  })
  serve(contract.sendComplaint, (context, { body }, { request }) => sendComplaint(context, body, request.ip))
}
