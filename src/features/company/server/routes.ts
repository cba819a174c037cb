import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getLegalNotes, readCompany } from './store.ts'

export function companyRoutes(serve: Serve) {
  serve(contract.getCompany, ({ db }) => readCompany(db))
  serve(contract.getLegalNotes, ({ db }) => getLegalNotes(db))
}
