import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getGuide, listGuides } from './guides.ts'

export function guideRoutes(serve: Serve) {
  serve(contract.listGuides, (context) => listGuides(context))
  serve(contract.getGuide, (context, { params }) => getGuide(context, params.slug))
}
