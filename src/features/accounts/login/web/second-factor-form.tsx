import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import type { SecondFactorMethod } from '../../contract.ts'
import { AuthenticatorCode, RecoveryCode } from '../../second-factor/contract/codes.ts'
import { type AuthenticatorSecret, requestFactorRecovery } from '../../second-factor/contract.ts'
import { AuthenticatorSetupForm } from '../../second-factor/web/authenticator-setup-form.tsx'
import { LostFactorsPanel } from '../../second-factor/web/lost-factors-panel.tsx'
import { RecoveryCodesPanel } from '../../second-factor/web/recovery-codes-panel.tsx'
import { resetLoginError, storeLogin, useAuth } from '../../web/auth-store.ts'
import { type passSecondFactor, setUpSecondFactor } from '../contract/second-step.ts'
import type { Challenge } from '../contract.ts'
import { passSecondStep, passSecondStepByPasskey } from './queries.ts'

type SecondFactorFormProps = {
  challenge: Challenge
  onLoggedIn: (message: string) => void
  onBack: () => void
}

/** Asks for the second factor after the password, or has the user set one up. */
export default function SecondFactorForm({ challenge, onLoggedIn, onBack }: SecondFactorFormProps) {
  useEffect(() => resetLoginError, [])
  const [initialMethod] = challenge.methods
  return (
    <>
      {initialMethod ? (
        <Step challenge={challenge} initialMethod={initialMethod} onLoggedIn={onLoggedIn} />
      ) : (
        <SecondFactorSetupForm challenge={challenge.challenge} onLoggedIn={onLoggedIn} />
      )}
      <p className="mt-8 border-t border-line pt-6">
        <LinkButton onClick={onBack}>Back to login</LinkButton>
      </p>
    </>
  )
}

type MethodProps = {
  challenge: string
  trustDevice: boolean
  /** The checkbox for `trustDevice`, which all methods share. */
  trustField: ReactNode
  onLoggedIn: (message: string) => void
}

type StepProps = Omit<SecondFactorFormProps, 'onBack'> & { initialMethod: SecondFactorMethod }

function Step({ challenge, initialMethod, onLoggedIn }: StepProps) {
  const [method, setMethod] = useState(initialMethod)
  const [trustDevice, setTrustDevice] = useState(false)
  const switchMethod = (next: SecondFactorMethod) => {
    resetLoginError()
    setMethod(next)
  }
  const trustField = (
    <CheckboxField
      label="Trust this device for 30 days"
      hint="We’ll only ask for your password. Don’t tick this on a shared device."
      checked={trustDevice}
      onChange={({ target }) => setTrustDevice(target.checked)}
    />
  )
  const methodProps = { challenge: challenge.challenge, trustDevice, trustField, onLoggedIn }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">One more step</h1>
      <p className="mt-3 mb-8 text-muted">{methods[method].lead}</p>
      <div className="grid gap-5">
        {method === 'passkey' ? (
          <PasskeyForm {...methodProps} />
        ) : (
          <CodeForm key={method} method={method} {...methodProps} />
        )}
        <ul className="grid justify-items-start gap-3">
          {challenge.methods
            .filter((other) => other !== method)
            .map((other) => (
              <li key={other}>
                <LinkButton onClick={() => switchMethod(other)}>{methods[other].offer}</LinkButton>
              </li>
            ))}
        </ul>
        <LostFactorsPanel send={() => attempt(requestFactorRecovery, { body: { challenge: challenge.challenge } })} />
      </div>
    </>
  )
}

const methods = {
  authenticator: {
    offer: 'Use your authenticator app',
    lead: 'Enter the code from your authenticator app.',
    name: 'code',
    schema: z.object({ entry: AuthenticatorCode }),
    input: { label: 'Code', autoComplete: 'one-time-code', inputMode: 'numeric' },
  },
  'recovery-code': {
    offer: 'Use a recovery code',
    lead: 'Enter one of your saved recovery codes. Each works once.',
    name: 'recoveryCode',
    schema: z.object({ entry: RecoveryCode }),
    input: { label: 'Recovery code', autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  },
  passkey: { offer: 'Use a passkey', lead: 'Use your passkey to confirm it’s you.' },
} as const satisfies Record<SecondFactorMethod, object>

function CodeForm({
  method,
  challenge,
  trustDevice,
  trustField,
  onLoggedIn,
}: MethodProps & { method: Exclude<SecondFactorMethod, 'passkey'> }) {
  const { name, schema, input } = methods[method]
  const loading = useAuth(({ login }) => login.loading)
  const { form, field, problem, submit } = useEndpointForm(schema, {
    defaultValues: { entry: '' },
    fields: ['entry'],
    refusals: { 'wrong-code': 'entry', 'wrong-recovery-code': 'entry' },
    send: async ({ entry }) => {
      const outcome = await passSecondStep({ challenge, trustDevice, [name]: entry })
      const fieldError = outcome.state === 'failed' ? outcome.errors?.[name] : undefined
      return fieldError ? { ...outcome, errors: { entry: fieldError } } : outcome
    },
    onDone: (_, message) => onLoggedIn(message),
  })
  useEffect(() => form.setFocus('entry'), [form])

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <TextField {...input} {...field('entry')} />
      {trustField}
      <Button type="submit" wide busy={loading} busyLabel="Checking…">
        Log in
      </Button>
    </form>
  )
}

function PasskeyForm({ challenge, trustDevice, trustField, onLoggedIn }: MethodProps) {
  const { loading, error } = useAuth(({ login }) => login)
  const confirm = async () => {
    const outcome = await passSecondStepByPasskey({ challenge, trustDevice })
    if (outcome.state === 'done') onLoggedIn(outcome.message)
  }
  return (
    <>
      {error ? <Alert tone="error">{error}</Alert> : null}
      {trustField}
      <Button wide busy={loading} busyLabel="Waiting for your passkey…" onClick={confirm}>
        <KeyRound aria-hidden="true" className="size-5" />
        Use a passkey
      </Button>
    </>
  )
}

type Setup =
  | { state: 'starting' }
  | { state: 'failed'; message: string }
  | { state: 'waiting'; secret: AuthenticatorSecret }
  | { state: 'passed'; login: ResponseOf<typeof passSecondFactor>; message: string }

type SecondFactorSetupFormProps = { challenge: string; onLoggedIn: (message: string) => void }

/** Sets up an app and recovery codes for staff, who cannot log in without a second factor. */
function SecondFactorSetupForm({ challenge, onLoggedIn }: SecondFactorSetupFormProps) {
  const [setup, setSetup] = useSetup(challenge)
  const confirm = async (code: string) => {
    const outcome = await passSecondStep({ challenge, code })
    if (outcome.state === 'failed') return outcome
    if (outcome.state === 'done') setSetup({ state: 'passed', login: outcome.value, message: outcome.message })
    return null
  }
  const finish = ({ login: { token, user }, message }: Extract<Setup, { state: 'passed' }>) => {
    onLoggedIn(message)
    storeLogin({ token, user })
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">
        {setup.state === 'passed' ? 'Save your recovery codes' : 'Set up two-factor login'}
      </h1>
      <p className="mt-3 mb-8 text-muted">
        {setup.state === 'passed'
          ? 'Two-factor login is on.'
          : 'You’ll have access to other people’s data, so a password alone isn’t enough.'}
      </p>
      {setup.state === 'starting' ? <Spinner label="Preparing your code" className="size-8" /> : null}
      {setup.state === 'failed' ? <Alert tone="error">{setup.message}</Alert> : null}
      {setup.state === 'waiting' ? <AuthenticatorSetupForm {...setup.secret} onCode={confirm} /> : null}
      {setup.state === 'passed' ? (
        <RecoveryCodesPanel codes={setup.login.recoveryCodes ?? []} onSaved={() => finish(setup)} />
      ) : null}
    </>
  )
}

/** Sends only one request, because each new secret replaces the previous one. */
function useSetup(challenge: string) {
  const hasStarted = useRef(false)
  const [setup, setSetup] = useState<Setup>({ state: 'starting' })
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    attempt(setUpSecondFactor, { body: { challenge } }).then((ending) =>
      setSetup(ending.state === 'done' ? { state: 'waiting', secret: ending.value } : ending),
    )
  }, [challenge])
  return [setup, setSetup] as const
}
