import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import { auditRoutes } from '../audit/server/routes.ts'
import type { SiteSetup } from '../first-steps/server/get-first-steps.ts'
import { firstStepsRoutes } from '../first-steps/server/routes.ts'
import { memberPackageRoutes } from '../member-packages/server/routes.ts'
import { memberRoutes } from '../members/server/routes.ts'
import { metricRoutes } from '../metrics/server/routes.ts'
import { settingsRoutes } from '../settings/server/routes.ts'

type Wiring = SiteSetup & {
  /** Serves requests using the real clock. The business clock does not apply to emails, notes or accounts. */
  serveInRealTime: Serve
  /** Serves expensive reads from the replica. The response may be a few seconds old. */
  serveFromReplica: Serve
  paymentMode: PaymentMode
}

export function backOfficeRoutes(serve: Serve, { serveInRealTime, serveFromReplica, paymentMode, ...setup }: Wiring) {
  memberRoutes(serve, serveInRealTime)
  memberPackageRoutes(serve)
  firstStepsRoutes(serve, setup)
  metricRoutes(serve, serveFromReplica, paymentMode)
  auditRoutes(serve, serveFromReplica)
  settingsRoutes(serve)
}
