import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

export function passwordRoutes(serve: Serve) {
  serve(contract.forgotPassword, async (context, { body }, { request }) => {
    await requestPasswordReset(context, body, request.ip)
    return null
  })
  serve(contract.resetPassword, async (context, { params, body }, { request }) => {
    await resetPassword(context, { ...body, linkToken: params.token }, request.ip)
    return null
  })
  serve(contract.changePassword, (context, { body }) => changePassword(context, body))
}
