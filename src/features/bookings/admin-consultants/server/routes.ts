import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { downloadConsultants, getConsultantRecord, listAllConsultants } from './admin-consultants.ts'
import { saveSessionTypes } from './save-session-types.ts'

export function adminConsultantRoutes(serve: Serve) {
  serve(contract.listAllConsultants, (context) => listAllConsultants(context))
  serve(contract.downloadConsultants, (context) => downloadConsultants(context))
  serve(contract.getConsultantRecord, (context, { params }) => getConsultantRecord(context, params.consultantId))
  serve(contract.saveSessionTypes, (context, { params, body }) => saveSessionTypes(context, params.consultantId, body))
}
