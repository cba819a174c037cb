import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { assignMessage, markNotSpam } from './assign-message.ts'
import { downloadInbox, getInboxMessage, listInbox } from './inbox.ts'
import { addNote, replyToMessage } from './reply-to-message.ts'

export function inboxRoutes(serve: Serve) {
  serve(contract.listInbox, (context, { query }) => listInbox(context, query))
  serve(contract.downloadInbox, (context, { query }) => downloadInbox(context, query))
  serve(contract.getInboxMessage, ({ db }, { params }) => getInboxMessage(db, params.messageId))
  serve(contract.replyToMessage, (context, { params, body }) => replyToMessage(context, params.messageId, body))
  serve(contract.addNote, (context, { params, body }) => addNote(context, params.messageId, body))
  serve(contract.assignMessage, (context, { params, body }) => assignMessage(context, params.messageId, body))
  serve(contract.markNotSpam, (context, { params }) => markNotSpam(context, params.messageId))
}
