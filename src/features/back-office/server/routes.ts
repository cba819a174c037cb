import type { Serve } from '#platform/server/http/serve.ts'
import * as audit from '../contract/audit.ts'
import { getAuditChoices } from './get-audit-choices.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { saveAuditEntries } from './save-audit-entries.ts'

export function backOfficeRoutes(serve: Serve) {
  serve(audit.listAuditEntries, (context, { query }) => listAuditEntries(context, query))
  serve(audit.saveAuditEntries, (context, { query }) => saveAuditEntries(context, query))
  serve(audit.getAuditChoices, (context) => getAuditChoices(context))
}
