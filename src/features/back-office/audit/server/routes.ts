import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { downloadAuditEntries, getAuditChoices, listAuditEntries } from './audit-log.ts'

export function auditRoutes(serve: Serve, serveFromReplica: Serve) {
  serveFromReplica(contract.listAuditEntries, (context, { query }) => listAuditEntries(context, query))
  serve(contract.downloadAuditEntries, (context, { query }) => downloadAuditEntries(context, query))
  serveFromReplica(contract.getAuditChoices, (context) => getAuditChoices(context))
}
