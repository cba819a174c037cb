import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getFirstSteps, type SiteSetup } from './get-first-steps.ts'

export function firstStepsRoutes(serve: Serve, setup: SiteSetup) {
  serve(contract.getFirstSteps, (context) => getFirstSteps(context, setup))
}
