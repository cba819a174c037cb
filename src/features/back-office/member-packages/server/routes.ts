import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { extendMemberPackage } from './extend-package.ts'
import { grantPackage } from './grant-package.ts'

export function memberPackageRoutes(serve: Serve) {
  serve(contract.grantPackage, (context, { params, body }) => grantPackage(context, params.memberId, body))
  serve(contract.extendMemberPackage, (context, { params, body }) => extendMemberPackage(context, params, body))
}
