import type { Serve } from '#platform/server/http/serve.ts'
import { answerComment } from '../../server/comments.ts'
import { downloadConsultantVersion } from '../../server/download-version.ts'
import * as contract from '../contract.ts'
import {
  addVersionFile,
  addVersionNote,
  deleteVersion,
  markDelivered,
  requestApproval,
  takeDeliverable,
} from './work-steps.ts'
import { getConsultantDeliverable, listWorklist } from './worklist.ts'

export function consultantDeliverableRoutes(serve: Serve) {
  serve(contract.listWorklist, (context, { query }) => listWorklist(context, query))
  serve(contract.getConsultantDeliverable, (context, { params }) =>
    getConsultantDeliverable(context, params.deliverableId),
  )
  serve(contract.getConsultantVersionFile, (context, { params }) => downloadConsultantVersion(context, params))
  serve(contract.takeDeliverable, (context, { params }) => takeDeliverable(context, params.deliverableId))
  serve(contract.addVersionFile, (context, { params, query, body }) =>
    addVersionFile(context, params.deliverableId, { name: query.name, upload: body }),
  )
  serve(contract.addVersionNote, (context, { params, body }) =>
    addVersionNote(context, params.deliverableId, body.note),
  )
  serve(contract.deleteVersion, (context, { params }) => deleteVersion(context, params))
  serve(contract.requestApproval, (context, { params }) => requestApproval(context, params.deliverableId))
  serve(contract.markDelivered, (context, { params }) => markDelivered(context, params.deliverableId))
  serve(contract.answerComment, (context, { params, body }) => answerComment(context, params.deliverableId, body.text))
}
