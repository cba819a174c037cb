import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentMode } from '../../contract.ts'
import * as contract from '../contract.ts'
import { downloadArchive } from './accountant-archive.ts'
import { getDocumentPdf, getDocumentText, getStaffDocumentPdf, listDocuments } from './documents.ts'
import { downloadDocuments, searchDocuments } from './search-documents.ts'
import { listTaxTotals } from './tax-totals.ts'

export function documentRoutes(serve: Serve, paymentMode: PaymentMode) {
  serve(contract.listDocuments, (context, { query }) => listDocuments(context, query))
  serve(contract.getDocumentText, (context, { params }) => getDocumentText(context, params.reference))
  serve(contract.getDocumentPdf, (context, { params }) => getDocumentPdf(context, params.reference))
  serve(contract.getArchive, (context, { query }) => downloadArchive({ ...context, paymentMode }, query))
  serve(contract.searchDocuments, (context, { query }) => searchDocuments(context, query))
  serve(contract.downloadDocuments, (context, { query }) => downloadDocuments(context, query))
  serve(contract.listTaxTotals, (context, { query }) => listTaxTotals({ ...context, paymentMode }, query))
  serve(contract.getStaffDocumentPdf, (context, { params }) => getStaffDocumentPdf(context, params.reference))
}
