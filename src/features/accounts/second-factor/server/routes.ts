import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from './authenticator.ts'
import { requestFactorRecovery, requestOwnFactorRecovery } from './factor-recovery.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { getSecondFactor } from './second-factors.ts'

export function secondFactorRoutes(serve: Serve) {
  serve(contract.requestFactorRecovery, (context, { body }) => requestFactorRecovery(context, body.challenge))
  serve(contract.requestOwnFactorRecovery, (context) => requestOwnFactorRecovery(context))
  serve(contract.getSecondFactor, (context) => getSecondFactor(context))
  serve(contract.startAuthenticator, (context) => startAuthenticator(context))
  serve(contract.confirmAuthenticator, async (context, { body }) => ({
    recoveryCodes: await confirmAuthenticator(context, body.code),
  }))
  serve(contract.removeAuthenticator, (context) => removeAuthenticator(context))
  serve(contract.replaceRecoveryCodes, async (context) => ({
    recoveryCodes: await replaceRecoveryCodes(context),
  }))
}
