import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { type AuthenticatorSecret, type passSecondFactor, setUpSecondFactor } from '../contract/second-factor.ts'
import { AuthenticatorSetup } from './authenticator-setup-form.tsx'
import { passSecondStep } from './queries.ts'
import { RecoveryCodes } from './recovery-codes-panel.tsx'
import { keepLogin } from './store.ts'

type Setup =
  | { state: 'starting' }
  | { state: 'failed'; message: string }
  | { state: 'waiting'; secret: AuthenticatorSecret }
  | { state: 'passed'; login: ResponseOf<typeof passSecondFactor>; recoveryCodes: string[]; message: string }

type SecondFactorSetupProps = { challenge: string; onLoggedIn: (message: string) => void }

/** For staff, who do not get in without a second factor: an app, its first code, and the recovery codes. */
export function SecondFactorSetup({ challenge, onLoggedIn }: SecondFactorSetupProps) {
  const [setup, setSetup] = useSetup(challenge)
  const confirm = async (code: string) => {
    const outcome = await passSecondStep({ challenge, code })
    if (outcome.state === 'failed') return outcome
    if (outcome.state === 'done') {
      const { value: login, message } = outcome
      setSetup({ state: 'passed', login, recoveryCodes: login.recoveryCodes ?? [], message })
    }
    return null
  }
  const finish = ({ login: { token, user }, message }: Extract<Setup, { state: 'passed' }>) => {
    onLoggedIn(message)
    keepLogin({ token, user })
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">
        {setup.state === 'passed' ? 'Keep your recovery codes' : 'Set up a second factor'}
      </h1>
      <p className="mt-3 mb-8 text-muted">
        {setup.state === 'passed'
          ? 'Your authenticator app is switched on.'
          : 'Your role opens what belongs to others, so a password alone is not enough.'}
      </p>
      {setup.state === 'starting' ? <Spinner label="Preparing your code" className="size-8" /> : null}
      {setup.state === 'failed' ? <Alert tone="error">{setup.message}</Alert> : null}
      {setup.state === 'waiting' ? <AuthenticatorSetup {...setup.secret} onCode={confirm} /> : null}
      {setup.state === 'passed' ? <RecoveryCodes codes={setup.recoveryCodes} onKept={() => finish(setup)} /> : null}
    </>
  )
}

/** Asked for once: each secret takes the place of the one before. */
function useSetup(challenge: string) {
  const hasBegun = useRef(false)
  const [setup, setSetup] = useState<Setup>({ state: 'starting' })
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    attempt(setUpSecondFactor, { body: { challenge } }).then((ending) =>
      setSetup(ending.state === 'done' ? { state: 'waiting', secret: ending.value } : ending),
    )
  }, [challenge])
  return [setup, setSetup] as const
}
