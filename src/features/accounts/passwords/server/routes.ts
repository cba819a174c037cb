import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

export function passwordRoutes(serve: Serve) {
  serve(contract.forgotPassword, (context, { body }, { request }) => requestPasswordReset(context, body, request.ip))
  serve(contract.resetPassword, (context, { params, body }, { request }) =>
    resetPassword(context, { ...body, linkToken: params.token }, request.ip),
  )
  serve(contract.changePassword, (context, { body }) => changePassword(context, body))
}
