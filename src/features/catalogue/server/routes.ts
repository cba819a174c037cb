import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import type { CountBuyers } from '../editing/server/list-catalogue.ts'
import { editingRoutes } from '../editing/server/routes.ts'
import { type FindUnstaffed, listPackages } from './list-packages.ts'

type Dependencies = { countBuyers: CountBuyers; findUnstaffed: FindUnstaffed }

export function catalogueRoutes(serve: Serve, { countBuyers, findUnstaffed }: Dependencies) {
  serve(contract.listPackages, (context) => listPackages(context, findUnstaffed))
  editingRoutes(serve, countBuyers)
}
