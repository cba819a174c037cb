import { useCallback, useEffect, useState } from 'react'
import type { InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import type { ProofQuestion } from '#platform/web/proof-question.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { signWithPasskey } from '../../passkeys/web/webauthn.ts'
import { getSecondFactor, requestOwnFactorRecovery } from '../../second-factor/contract.ts'
import { LostFactorsPanel } from '../../second-factor/web/lost-factors-panel.tsx'
import { type Login, storeLogin } from '../../web/auth-store.ts'
import { reauthenticate, startPasskeyReauthentication } from '../contract.ts'

const fields = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password', offer: 'Use your password' },
  code: {
    label: 'Code from your authenticator app',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    offer: 'Use your authenticator app',
  },
  recoveryCode: { label: 'Recovery code', autoComplete: 'off', offer: 'Use a recovery code' },
} as const

/** Proofs that the member types. A passkey needs no field. */
type ProofMethod = keyof typeof fields

/** The member's other factors, once they have been loaded. */
type OwnFactors = Attempt<ResponseOf<typeof getSecondFactor>>

/** Asks the user to prove their identity. For a change to a second factor, the password is not accepted. */
export function ReauthenticationDialog({ missing, answer }: ProofQuestion) {
  const needsFactor = missing === 'factor-needed'
  // Loaded only if the user wants another method, because most use their password.
  const [factors, setFactors] = useState<OwnFactors>()
  const loadFactors = useCallback(async () => setFactors(await attempt(getSecondFactor)), [])
  useEffect(() => {
    if (needsFactor) void loadFactors()
  }, [needsFactor, loadFactors])
  const [method, setMethod] = useState<ProofMethod>(needsFactor ? 'code' : 'password')
  const [problem, setProblem] = useState<string>()
  const settle = (ending: Attempt<unknown>) => (ending.state === 'done' ? answer(true) : setProblem(ending.message))
  const changeMethod = (next: ProofMethod) => {
    setProblem(undefined)
    setMethod(next)
  }
  const hasField = !needsFactor || (factors?.state === 'done' && factors.value.authenticator !== null)
  return (
    <Dialog title="Confirm it’s you" onClose={() => answer(false)}>
      <div className="grid gap-5">
        <p className="text-muted">
          {needsFactor
            ? 'This change needs your authenticator app, a recovery code or a passkey, so a stolen password isn’t enough.'
            : 'This keeps your account safe if someone else picks up your device.'}
        </p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {hasField ? (
          <ProofForm key={method} method={method} onProven={() => answer(true)} onProblem={setProblem} />
        ) : null}
        {factors || needsFactor ? (
          <OtherMethods
            method={method}
            factors={factors}
            needsFactor={needsFactor}
            onMethod={changeMethod}
            onPasskey={settle}
          />
        ) : (
          <LinkButton onClick={loadFactors}>Use your authenticator app or a passkey</LinkButton>
        )}
        {needsFactor ? <LostFactorsPanel send={requestFactorRemoval} /> : null}
      </div>
    </Dialog>
  )
}

/** The password dialog may replace this one, so the result is shown in a toast. */
async function requestFactorRemoval() {
  const ending = await attempt(requestOwnFactorRecovery)
  if (ending.state === 'done') notify.success(ending.message)
  else notify.error(ending.message)
  return ending
}

type ProofFormProps = { method: ProofMethod; onProven: () => void; onProblem: (problem: string | undefined) => void }

function ProofForm({ method, onProven, onProblem }: ProofFormProps) {
  const { form, field, isSubmitting, submit } = useEndpointForm(bodyOf(reauthenticate), {
    fields: [method],
    refusals: { 'wrong-password': method, 'wrong-code': method, 'wrong-recovery-code': method },
    send: (body) => {
      onProblem(undefined)
      return reauthenticateWithProof(body)
    },
    onDone: onProven,
    onFailed: ({ message }, isShown) => (isShown ? undefined : onProblem(message)),
  })
  // Without this, the close button would get focus, because it comes first.
  useEffect(() => form.setFocus(method), [form, method])
  const { offer: _, ...labels } = fields[method]
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TextField {...labels} {...field(method)} />
      <Button type="submit" wide busy={isSubmitting} busyLabel="Checking…">
        Confirm
      </Button>
    </Form>
  )
}

type OtherMethodsProps = {
  method: ProofMethod
  factors: OwnFactors | undefined
  needsFactor: boolean
  onMethod: (method: ProofMethod) => void
  onPasskey: (ending: Attempt<unknown>) => void
}

function OtherMethods({ method, factors, needsFactor, onMethod, onPasskey }: OtherMethodsProps) {
  if (!factors) return <Spinner label="Loading your two-factor login" className="size-8" />
  if (factors.state === 'failed') return <p>{factors.message}</p>
  const { authenticator, passkeys } = factors.value
  const methods: ProofMethod[] = [
    ...(needsFactor ? [] : (['password'] as const)),
    ...(authenticator ? (['code', 'recoveryCode'] as const) : []),
  ]
  return (
    <div className="grid gap-3" role="status">
      {methods.map((other) =>
        other === method ? null : (
          <LinkButton key={other} onClick={() => onMethod(other)}>
            {fields[other].offer}
          </LinkButton>
        ),
      )}
      {passkeys.length > 0 ? (
        <LinkButton onClick={async () => onPasskey(await reauthenticateWithPasskey())}>Use a passkey</LinkButton>
      ) : null}
      {authenticator || passkeys.length > 0 ? null : <p>You haven’t set up an authenticator app or a passkey yet.</p>}
    </div>
  )
}

/** Proves the user's identity again. The session continues with a new access token. */
async function reauthenticateWithProof(body: InputOf<typeof reauthenticate>['body']): Promise<Attempt<Login>> {
  const ending = await attempt(reauthenticate, { body })
  if (ending.state === 'done') storeLogin(ending.value)
  return ending
}

async function reauthenticateWithPasskey(): Promise<Attempt<Login>> {
  const started = await attempt(startPasskeyReauthentication)
  if (started.state === 'failed') return started
  const { challenge, options } = started.value
  const proof = await signWithPasskey(options).catch((error: Error) => error)
  if (proof instanceof Error) return { state: 'failed', message: proof.message }
  return reauthenticateWithProof({ passkey: { challenge, proof } })
}
