import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { listPackages } from './list-packages.ts'

export function catalogueRoutes(serve: Serve) {
  serve(contract.listPackages, (context) => listPackages(context))
}
