import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { openForm } from './open-form.ts'
import { sendComplaint } from './send-complaint.ts'
import { sendMessage } from './send-message.ts'

export function messageRoutes(serve: Serve) {
  serve(contract.openForm, (context) => openForm(context))

  serve(contract.sendMessage, async (context, { body }, { request }) => {
    await sendMessage(context, body, request.ip)
    return null
  })

  serve(contract.sendComplaint, (context, { body }, { request }) => sendComplaint(context, body, request.ip))
}
