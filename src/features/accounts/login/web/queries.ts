import type { InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { signWithPasskey } from '../../passkeys/web/webauthn.ts'
import { type ActionResult, runAuthAction } from '../../web/auth-actions.ts'
import { type Login, storeLogin } from '../../web/auth-store.ts'
import { logInWithPasskey, startPasskeyLogin } from '../contract/passkey.ts'
import { passSecondFactor } from '../contract/second-step.ts'
import { type Challenge, login } from '../contract.ts'

/** A challenge is not a login yet, so nothing is stored before the second step. */
export function logIn(body: InputOf<typeof login>['body']): Promise<ActionResult<Login | Challenge>> {
  return runAuthAction(
    'login',
    login,
    (signal) => call(login, { body }, { signal }),
    (value) => ('token' in value ? storeLogin(value) : undefined),
  )
}

/** Completes a login. If it returns recovery codes, the login is stored only after the user has saved them. */
export function passSecondStep(
  body: InputOf<typeof passSecondFactor>['body'],
): Promise<ActionResult<ResponseOf<typeof passSecondFactor>>> {
  return runAuthAction(
    'login',
    passSecondFactor,
    (signal) => call(passSecondFactor, { body }, { signal }),
    ({ token, user, recoveryCodes }) => (recoveryCodes ? undefined : storeLogin({ token, user })),
  )
}

/** Logs in with a passkey instead of the password. */
export function logInByPasskey({ keepSignedIn }: { keepSignedIn: boolean }): Promise<ActionResult<unknown>> {
  return runAuthAction(
    'login',
    logInWithPasskey,
    async (signal) => {
      const started = await call(startPasskeyLogin, { body: {} }, { signal })
      if (started.refused) return started
      const { challenge, options } = started.value
      const passkey = await signWithPasskey(options)
      return call(logInWithPasskey, { body: { challenge, passkey, keepSignedIn } }, { signal })
    },
    storeLogin,
  )
}

export function passSecondStepByPasskey(body: {
  challenge: string
  trustDevice: boolean
}): Promise<ActionResult<unknown>> {
  return runAuthAction(
    'login',
    passSecondFactor,
    async (signal) => {
      const started = await call(startPasskeyLogin, { body: { challenge: body.challenge } }, { signal })
      if (started.refused) return started
      const passkey = await signWithPasskey(started.value.options)
      return call(passSecondFactor, { body: { ...body, passkey } }, { signal })
    },
    ({ token, user }) => storeLogin({ token, user }),
  )
}
