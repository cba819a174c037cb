import type { Serve } from '#platform/server/http/serve.ts'
import type { SessionCookies } from '../../server/session-cookies.ts'
import * as contract from '../contract.ts'
import { openAccount, registerMember } from './register-member.ts'

export function registrationRoutes(serve: Serve, { readCaller, sendAdmission, sendTokens }: SessionCookies) {
  serve(contract.register, async (context, { body }, { request, reply }) =>
    sendTokens(await registerMember(context, body, readCaller(request)), reply),
  )
  serve(contract.openAccount, async (context, { body }, { request, reply }) =>
    sendAdmission(await openAccount(context, body, readCaller(request)), reply),
  )
}
