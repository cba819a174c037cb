import type { Serve } from '#platform/server/http/serve.ts'
import { downloadAdminVersion } from '../../server/download-version.ts'
import * as contract from '../contract.ts'
import { downloadDeliverables, getAdminDeliverable, listAdminDeliverables } from './admin-deliverables.ts'
import { assignDeliverable } from './assign-deliverable.ts'
import { listAssignees } from './store.ts'

export function adminDeliverableRoutes(serve: Serve) {
  serve(contract.listAdminDeliverables, (context, { query }) => listAdminDeliverables(context, query))
  serve(contract.downloadDeliverables, (context, { query }) => downloadDeliverables(context, query))
  serve(contract.listAssignees, ({ db }) => listAssignees(db))
  serve(contract.getAdminDeliverable, (context, { params }) => getAdminDeliverable(context, params.deliverableId))
  serve(contract.getAdminVersionFile, (context, { params }) => downloadAdminVersion(context, params))
  serve(contract.assignDeliverable, (context, { params, body }) =>
    assignDeliverable(context, params.deliverableId, body),
  )
}
