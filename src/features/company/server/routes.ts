import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getCompany } from './company.ts'
import { getLegalNotes } from './store.ts'

export function companyRoutes(serve: Serve) {
  serve(contract.getCompany, (context) => getCompany(context))
  serve(contract.getLegalNotes, ({ db }) => getLegalNotes(db))
}
