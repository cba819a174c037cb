import type { Serve } from '#platform/server/http/serve.ts'
import type { PaymentProvider } from '../../stripe/server/stripe-gateway.ts'
import * as contract from '../contract.ts'
import { answerGuardianRequest, getGuardianRequest } from './answer-guardian-request.ts'
import { requestGuardianConsent } from './request-guardian-consent.ts'

export function guardianRoutes(serve: Serve, provider: PaymentProvider) {
  serve(contract.requestGuardianConsent, (context, { body }) => requestGuardianConsent({ ...context, provider }, body))
  serve(contract.getGuardianRequest, (context, { body }, { request }) =>
    getGuardianRequest(context, body.token, request.ip),
  )
  serve(contract.answerGuardianRequest, async (context, { body }, { request }) => {
    await answerGuardianRequest(context, body, request.ip)
    return null
  })
}
