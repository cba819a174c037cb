import type { Serve } from '#platform/server/http/serve.ts'
import { getArchive } from '../contract/archive.ts'
import * as documents from '../contract/document.ts'
import * as entries from '../contract/entry.ts'
import * as rates from '../contract/exchange-rate.ts'
import * as papers from '../contract/paper.ts'
import * as staff from '../contract/staff.ts'
import type { PaymentMode } from '../contract.ts'
import * as contract from '../contract.ts'
import { downloadArchive } from './download-archive.ts'
import { downloadPapers } from './download-papers.ts'
import { downloadPurchases } from './download-purchases.ts'
import { enterExchangeRate } from './enter-exchange-rate.ts'
import { getDocumentPdf } from './get-document-pdf.ts'
import { getDocumentText } from './get-document-text.ts'
import { getExchangeRate } from './get-exchange-rate.ts'
import { getOwnedPackage } from './get-owned-package.ts'
import { getPaperPdf } from './get-paper-pdf.ts'
import { getPurchase } from './get-purchase.ts'
import { listDocuments } from './list-documents.ts'
import { listEntries } from './list-entries.ts'
import { listOwnedPackages } from './list-owned-packages.ts'
import { listPurchases } from './list-purchases.ts'
import { searchPapers } from './search-papers.ts'
import { searchPurchases } from './search-purchases.ts'
import { sumTax } from './sum-tax.ts'

export function purchaseRoutes(serve: Serve, paymentMode: PaymentMode) {
  serve(contract.listPurchases, (context, { query }) => listPurchases(context, query))
  serve(contract.getPurchase, (context, { params }) => getPurchase(context, params.purchaseId))
  serve(contract.getOwnedPackage, (context, { params }) => getOwnedPackage(context, params.entitlementId))
  serve(contract.listOwnedPackages, (context, { query }) => listOwnedPackages(context, query))
  serve(entries.listEntries, (context, { params, query }) => listEntries(context, params.entitlementId, query))
  serve(documents.listDocuments, (context, { query }) => listDocuments(context, query))
  serve(documents.getDocumentText, (context, { params }) => getDocumentText(context, params.reference))
  serve(documents.getDocumentPdf, (context, { params }) => getDocumentPdf(context, params.reference))
  serve(getArchive, (context, { query }) => downloadArchive({ ...context, paymentMode }, query))
  serve(staff.searchPurchases, (context, { query }) => searchPurchases(context, query))
  serve(staff.downloadPurchases, (context, { query }) => downloadPurchases(context, query))
  serve(papers.searchPapers, (context, { query }) => searchPapers(context, query))
  serve(papers.downloadPapers, (context, { query }) => downloadPapers(context, query))
  serve(papers.sumTax, (context, { query }) => sumTax({ ...context, paymentMode }, query))
  serve(rates.getExchangeRate, (context) => getExchangeRate(context))
  serve(rates.enterExchangeRate, (context, { body }) => enterExchangeRate(context, body))
  serve(papers.getPaperPdf, (context, { params }) => getPaperPdf(context, params.reference))
}
