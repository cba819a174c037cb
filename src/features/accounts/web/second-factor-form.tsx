import { zodResolver } from '@hookform/resolvers/zod'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Failed } from '#platform/web/attempt.ts'
import { showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { AuthenticatorCode, RecoveryCode } from '../contract/proof.ts'
import type { Challenge, SecondFactorMethod } from '../contract.ts'
import { passSecondStep, passSecondStepByPasskey } from './queries.ts'
import { SecondFactorSetup } from './second-factor-setup-form.tsx'
import { resetLoginError, useAuth } from './store.ts'

type StepProps = {
  challenge: Challenge
  onLoggedIn: (message: string) => void
  onBack: () => void
}

/** What a login asks for after the password: the second factor, or to set one up. */
export default function SecondFactorForm({ challenge, onLoggedIn, onBack }: StepProps) {
  useEffect(() => resetLoginError, [])
  const [first] = challenge.methods
  return (
    <>
      {first ? (
        <Step challenge={challenge} first={first} onLoggedIn={onLoggedIn} />
      ) : (
        <SecondFactorSetup challenge={challenge.challenge} onLoggedIn={onLoggedIn} />
      )}
      <p className="mt-8 border-t border-line pt-6">
        <button type="button" onClick={onBack} className="link cursor-pointer font-medium">
          Back to log in
        </button>
      </p>
    </>
  )
}

type WayProps = {
  challenge: string
  trustDevice: boolean
  /** The box that sets it: one for all ways. */
  trust: ReactNode
  onLoggedIn: (message: string) => void
}

function Step({ challenge, first, onLoggedIn }: Omit<StepProps, 'onBack'> & { first: SecondFactorMethod }) {
  const [way, setWay] = useState(first)
  const [trustDevice, setTrustDevice] = useState(false)
  const change = (next: SecondFactorMethod) => {
    resetLoginError()
    setWay(next)
  }
  const trust = (
    <CheckboxField
      label="Trust this device for 30 days"
      hint="We ask for your password only. Not on a device that others use."
      checked={trustDevice}
      onChange={({ target }) => setTrustDevice(target.checked)}
    />
  )
  const given = { challenge: challenge.challenge, trustDevice, trust, onLoggedIn }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">One more step</h1>
      <p className="mt-3 mb-8 text-muted">{ways[way].lead}</p>
      <div className="grid gap-5">
        {way === 'passkey' ? <PasskeyWay {...given} /> : <CodeWay key={way} way={way} {...given} />}
        <ul className="grid justify-items-start gap-3">
          {challenge.methods
            .filter((method) => method !== way)
            .map((method) => (
              <li key={method}>
                <button
                  type="button"
                  onClick={() => change(method)}
                  className="link min-h-6 cursor-pointer font-medium"
                >
                  {ways[method].offer}
                </button>
              </li>
            ))}
        </ul>
      </div>
    </>
  )
}

const ways = {
  authenticator: {
    offer: 'Use your authenticator app',
    lead: 'Please enter the code that your authenticator app shows for us now.',
  },
  'recovery-code': {
    offer: 'Use a recovery code',
    lead: 'Please enter one of the recovery codes that you have kept. Each works once.',
  },
  passkey: { offer: 'Use a passkey', lead: 'Please confirm with your passkey that it is you.' },
} satisfies Record<SecondFactorMethod, { offer: string; lead: string }>

const fields = {
  authenticator: { name: 'code', label: 'Code', schema: z.object({ entry: AuthenticatorCode }) },
  'recovery-code': { name: 'recoveryCode', label: 'Recovery code', schema: z.object({ entry: RecoveryCode }) },
} as const

const asDigits = { autoComplete: 'one-time-code', inputMode: 'numeric' } as const
const asText = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

function CodeWay({
  way,
  challenge,
  trustDevice,
  trust,
  onLoggedIn,
}: WayProps & { way: Exclude<SecondFactorMethod, 'passkey'> }) {
  const { name, label, schema } = fields[way]
  const loading = useAuth(({ login }) => login.loading)
  const [problem, setProblem] = useState<string>()
  const form = useForm<{ entry: string }>({ resolver: zodResolver(schema), defaultValues: { entry: '' } })
  const { errors } = form.formState
  useEffect(() => form.setFocus('entry'), [form])

  const showProblem = ({ reason = '', message, errors: named }: Failed) => {
    const isWrong = reason === 'wrong-code' || reason === 'wrong-recovery-code'
    const sentence = isWrong ? message : named?.[name]
    if (!showFieldErrors(sentence ? { entry: sentence } : {}, ['entry'], form.setError)) setProblem(message)
  }
  const submit = form.handleSubmit(async ({ entry }) => {
    setProblem(undefined)
    const outcome = await passSecondStep({ challenge, trustDevice, [name]: entry })
    if (outcome.state === 'done') onLoggedIn(outcome.message)
    if (outcome.state === 'failed') showProblem(outcome)
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <TextField
        label={label}
        {...(way === 'authenticator' ? asDigits : asText)}
        error={errors.entry?.message}
        {...form.register('entry')}
      />
      {trust}
      <Button type="submit" wide busy={loading} busyLabel="Checking…">
        Log in
      </Button>
    </form>
  )
}

function PasskeyWay({ challenge, trustDevice, trust, onLoggedIn }: WayProps) {
  const { loading, error } = useAuth(({ login }) => login)
  const confirm = async () => {
    const outcome = await passSecondStepByPasskey({ challenge, trustDevice })
    if (outcome.state === 'done') onLoggedIn(outcome.message)
  }
  return (
    <>
      {error ? <Alert tone="error">{error}</Alert> : null}
      {trust}
      <Button wide busy={loading} busyLabel="Waiting for your passkey…" onClick={confirm}>
        <KeyRound aria-hidden="true" className="size-5" />
        Use a passkey
      </Button>
    </>
  )
}
