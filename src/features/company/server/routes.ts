import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getCompany } from './get-company.ts'
import { readLegalNotes } from './store.ts'

export function companyRoutes(serve: Serve) {
  serve(contract.getCompany, (context) => getCompany(context))
  serve(contract.getLegalNotes, ({ db }) => readLegalNotes(db))
}
