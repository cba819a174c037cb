import type { Serve } from '#platform/server/http/serve.ts'
import * as inbox from '../contract/inbox.ts'
import * as contract from '../contract.ts'
import { downloadInbox } from './download-inbox.ts'
import { getInboxMessage } from './get-inbox-message.ts'
import { handleMessage } from './handle-message.ts'
import { listInbox } from './list-inbox.ts'
import { noteOnMessage } from './note-on-message.ts'
import { openForm } from './open-form.ts'
import { releaseMessage } from './release-message.ts'
import { replyToMessage } from './reply-to-message.ts'
import { sendComplaint } from './send-complaint.ts'
import { sendMessage } from './send-message.ts'

export function messageRoutes(serve: Serve) {
  serve(contract.openForm, (context) => openForm(context))

  serve(contract.sendMessage, async (context, { body }, { request }) => {
    await sendMessage(context, body, request.ip)
    return null
  })

  serve(contract.sendComplaint, (context, { body }, { request }) => sendComplaint(context, body, request.ip))

  serve(inbox.listInbox, (context, { query }) => listInbox(context, query))
  serve(inbox.downloadInbox, (context, { query }) => downloadInbox(context, query))
  serve(inbox.getInboxMessage, ({ db }, { params }) => getInboxMessage(db, params.messageId))
  serve(inbox.replyToMessage, (context, { params, body }) => replyToMessage(context, params.messageId, body))
  serve(inbox.noteOnMessage, (context, { params, body }) => noteOnMessage(context, params.messageId, body))
  serve(inbox.handleMessage, (context, { params, body }) => handleMessage(context, params.messageId, body))
  serve(inbox.releaseMessage, (context, { params }) => releaseMessage(context, params.messageId))
}
