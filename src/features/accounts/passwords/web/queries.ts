import type { InputOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { call, type Denied, type Granted } from '#platform/web/call.ts'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'
import { type ActionResult, runAuthAction } from '../../web/auth-actions.ts'
import { clearLogin, type Login, storeLogin, useAuth } from '../../web/auth-store.ts'
import { changePassword, forgotPassword, resetPassword } from '../contract.ts'

export function requestPasswordLink(body: InputOf<typeof forgotPassword>['body']): Promise<ActionResult<unknown>> {
  return runAuthAction(
    'forgotPassword',
    forgotPassword,
    (signal) => call(forgotPassword, { body }, { signal }),
    () => useAuth.setState({ forgotPasswordSuccess: true }),
  )
}

/** A reset ends all of the account's sessions, including one in this browser. */
export function setPasswordByLink(body: InputOf<typeof resetPassword>['body']): Promise<ActionResult<unknown>> {
  return runAuthAction(
    'resetPassword',
    resetPassword,
    (signal) => explainResetFailure(call(resetPassword, { params: { token: body.token }, body }, { signal })),
    () => {
      clearLogin()
      useAuth.setState({ resetPasswordSuccess: true })
    },
  )
}

/** SPEC §8: the message for a failed reset if the server sent none. */
async function explainResetFailure<A extends Granted<unknown> | Denied<string>>(sending: Promise<A>): Promise<A> {
  const answer = await sending.catch((error: unknown) => {
    if (!(error instanceof CallFailed) || error.message !== UNKNOWN_ERROR) throw error
    const isReadable = error.code !== 'no-envelope' && error.code !== 'unexpected-answer'
    throw new Error(isReadable ? RESET_FAILED : `${UNKNOWN_ERROR} while resetting password.`)
  })
  const hasMessage = answer.refused === undefined || answer.message !== UNKNOWN_ERROR
  return hasMessage ? answer : { ...answer, message: RESET_FAILED }
}

const RESET_FAILED = 'Failed to reset password.'

/** The session continues with a new access token. */
export async function replacePassword(body: InputOf<typeof changePassword>['body']): Promise<Attempt<Login>> {
  const ending = await attempt(changePassword, { body })
  if (ending.state === 'done') storeLogin(ending.value)
  return ending
}
