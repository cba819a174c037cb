import type { Serve } from '#platform/server/http/serve.ts'
import { createComment } from '../../server/comments.ts'
import { downloadVersion } from '../../server/download-version.ts'
import * as contract from '../contract.ts'
import { approveDeliverable, requestChanges } from './approval.ts'
import { getDeliverable, listDeliverables, listProgress } from './deliverables.ts'

export function memberDeliverableRoutes(serve: Serve) {
  serve(contract.listProgress, (context) => listProgress(context))
  serve(contract.listDeliverables, (context, { query }) => listDeliverables(context, query))
  serve(contract.getDeliverable, (context, { params }) => getDeliverable(context, params.deliverableId))
  serve(contract.getVersionFile, (context, { params }) => downloadVersion(context, params))
  serve(contract.approveDeliverable, (context, { params, body }) =>
    approveDeliverable(context, params.deliverableId, body),
  )
  serve(contract.requestChanges, (context, { params, body }) => requestChanges(context, params.deliverableId, body))
  serve(contract.createComment, (context, { params, body }) => createComment(context, params.deliverableId, body.text))
}
