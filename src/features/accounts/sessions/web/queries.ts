import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { CallFailed, parseResponse, request, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { type ActionResult, runAuthAction } from '../../web/auth-actions.ts'
import { completeLogout, storeLogin, storeUser } from '../../web/auth-store.ts'
import { getMe, logout, refreshSession } from '../contract.ts'

/** SPEC §4: logging out uses the login's loading and error state. */
export function logOut(): Promise<ActionResult<null>> {
  return runAuthAction('login', logout, (signal) => call(logout, {}, { signal }), completeLogout)
}

/** @returns a new access token for the refresh cookie, or null if there is no session (PRODUCT D6) */
export async function refreshLogin(): Promise<string | null> {
  const reply = await request(refreshSession, {}, {})
  if (reply.status === 401) return null
  if (!reply.success) throw new CallFailed(reply.status, reply.code, reply.message || UNKNOWN_ERROR, reply.retryAfter)
  const answer = parseResponse(refreshSession, reply.data ?? null)
  if (!answer.success) throw new CallFailed(reply.status, 'unexpected-answer', UNKNOWN_ERROR)
  const session = answer.data as ResponseOf<typeof refreshSession>
  if (session) storeLogin(session)
  return session?.token ?? null
}

/** The member's details may have been changed on another device or through an emailed link. */
export async function refreshMember(): Promise<void> {
  const answer = await call(getMe)
  if (!answer.refused) storeUser(answer.value.user)
}
