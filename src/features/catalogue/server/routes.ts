import type { Serve } from '#platform/server/http/serve.ts'
import * as editing from '../contract/editing.ts'
import * as contract from '../contract.ts'
import { downloadCatalogue } from './download-catalogue.ts'
import { type CountBuyers, getCataloguePackage } from './get-catalogue-package.ts'
import { listCatalogue } from './list-catalogue.ts'
import { listPackages } from './list-packages.ts'
import { publishPackage } from './publish-package.ts'

export function catalogueRoutes(serve: Serve, countBuyers: CountBuyers) {
  serve(contract.listPackages, (context) => listPackages(context))

  serve(editing.listCatalogue, (context) => listCatalogue(context))
  serve(editing.downloadCatalogue, (context) => downloadCatalogue(context))
  serve(editing.getCataloguePackage, ({ db }, { params }) => getCataloguePackage(db, params.packageId, countBuyers))
  serve(editing.publishPackage, (context, { params, body }) =>
    publishPackage(context, params.packageId, body, countBuyers),
  )
}
