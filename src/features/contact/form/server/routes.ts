import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { createFormToken } from './form-token.ts'
import { sendComplaint, sendMessage } from './send-message.ts'

export function formRoutes(serve: Serve) {
  serve(contract.createFormToken, (context) => createFormToken(context))
  serve(contract.sendMessage, (context, { body }, { request }) => sendMessage(context, body, request.ip))
  serve(contract.sendComplaint, (context, { body }, { request }) => sendComplaint(context, body, request.ip))
}
