import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { type CountBuyers, downloadCatalogue, getCataloguePackage, listCatalogue } from './list-catalogue.ts'
import { publishPackage } from './publish-package.ts'

export function editingRoutes(serve: Serve, countBuyers: CountBuyers) {
  serve(contract.listCatalogue, (context) => listCatalogue(context))
  serve(contract.downloadCatalogue, (context) => downloadCatalogue(context))
  serve(contract.getCataloguePackage, ({ db }, { params }) => getCataloguePackage(db, params.packageId, countBuyers))
  serve(contract.publishPackage, (context, { params, body }) =>
    publishPackage(context, params.packageId, body, countBuyers),
  )
}
