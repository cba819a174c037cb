import type { Serve } from '#platform/server/http/serve.ts'
import type { SessionCookies } from '../../server/session-cookies.ts'
import * as contract from '../contract.ts'
import { refreshSession } from './refresh-session.ts'
import { listSessions, logOut, revokeOtherSessions, revokeSession } from './sessions.ts'

export function sessionRoutes(
  serve: Serve,
  { readRefreshToken, clearRefreshToken, sendTokens, clearLogin }: SessionCookies,
) {
  serve(contract.refreshSession, async (context, _, { request, reply }) => {
    const refreshToken = readRefreshToken(request)
    const session = refreshToken ? await refreshSession(context, refreshToken) : undefined
    return session ? sendTokens(session, reply) : clearRefreshToken(reply)
  })
  serve(contract.logout, async (context, _, { reply }) => {
    await logOut(context)
    return clearLogin(reply)
  })
  // The user was loaded with the session, because every page begins with this request.
  serve(contract.getMe, async ({ actor: { user } }) => ({ user }))
  serve(contract.listSessions, (context, { query }) => listSessions(context, query))
  serve(contract.revokeSession, async (context, { params }, { reply }) => {
    const { isOwnSession } = await revokeSession(context, params.sessionId)
    return isOwnSession ? clearLogin(reply) : null
  })
  serve(contract.revokeOtherSessions, (context) => revokeOtherSessions(context))
}
