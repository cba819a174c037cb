import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { cancelEmailChange, requestEmailChange } from './change-email.ts'
import { resendVerification } from './send-verification.ts'
import { undoEmailChange } from './undo-email-change.ts'
import { verifyEmail } from './verify-email.ts'

export function emailAddressRoutes(serve: Serve) {
  serve(contract.verifyEmail, (context, { body }) => verifyEmail(context, body.token))
  serve(contract.resendVerification, (context) => resendVerification(context))
  serve(contract.requestEmailChange, (context, { body }) => requestEmailChange(context, body.email))
  serve(contract.undoEmailChange, (context, { body }, { request }) => undoEmailChange(context, body.token, request.ip))
  serve(contract.cancelEmailChange, (context) => cancelEmailChange(context))
}
