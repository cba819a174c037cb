import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { createSessionNote, deleteSessionNote, listSessionNotes, listSharedNotes } from './session-notes.ts'

export function sessionNoteRoutes(serve: Serve) {
  serve(contract.listSessionNotes, (context, { params, query }) => listSessionNotes(context, params.bookingId, query))
  serve(contract.createSessionNote, (context, { params, body }) => createSessionNote(context, params.bookingId, body))
  serve(contract.deleteSessionNote, (context, { params }) => deleteSessionNote(context, params.noteId))
  serve(contract.listSharedNotes, (context, { params, query }) => listSharedNotes(context, params.bookingId, query))
}
