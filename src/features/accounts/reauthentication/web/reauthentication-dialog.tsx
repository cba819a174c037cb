import { useEffect, useState } from 'react'
import type { InputOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import type { ProofQuestion } from '#platform/web/proof-question.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { signWithPasskey } from '../../passkeys/web/webauthn.ts'
import { getSecondFactor, requestOwnFactorRecovery } from '../../second-factor/contract.ts'
import { LostFactorsPanel } from '../../second-factor/web/lost-factors-panel.tsx'
import { keepLogin, type Login } from '../../web/auth-store.ts'
import { reauthenticate, startPasskeyReauthentication } from '../contract.ts'

const fields = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password', other: 'Use your password' },
  code: {
    label: 'Code from your authenticator app',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    other: 'Use your authenticator app',
  },
  recoveryCode: { label: 'Recovery code', autoComplete: 'off', other: 'Use a recovery code' },
} as const

/** Proofs that are typed. A passkey needs no field. */
type ProofMethod = keyof typeof fields

/** The member's other factors, once they have been loaded. */
type KnownFactors = Attempt<ResponseOf<typeof getSecondFactor>>

/** Asks for a proof of identity. The password is not accepted before a change to a second factor. */
export function ReauthenticationDialog({ missing, answer }: ProofQuestion) {
  const needsFactor = missing === 'factor-needed'
  const { known, look } = useKnownFactors(needsFactor)
  const [way, setWay] = useState<ProofMethod>(needsFactor ? 'code' : 'password')
  const [problem, setProblem] = useState<string>()
  const settle = (ending: Attempt<unknown>) => (ending.state === 'done' ? answer(true) : setProblem(ending.message))
  const change = (next: ProofMethod) => {
    setProblem(undefined)
    setWay(next)
  }
  const hasField = !needsFactor || (known?.state === 'done' && known.value.authenticator !== null)
  return (
    <Dialog title="Please confirm that it is you" onClose={() => answer(false)}>
      <div className="grid gap-5">
        <p className="text-muted">
          {needsFactor
            ? 'Your second factor is what a stolen password does not open. So it is changed only by whoever has it.'
            : 'This keeps your account safe on a device that somebody else might pick up.'}
        </p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {hasField ? <ProofForm key={way} way={way} onProven={() => answer(true)} onProblem={setProblem} /> : null}
        {known || needsFactor ? (
          <OtherMethods way={way} known={known} needsFactor={needsFactor} onWay={change} onPasskey={settle} />
        ) : (
          <OtherMethod label="Use your authenticator app or a passkey" onUse={look} />
        )}
        {needsFactor ? <LostFactorsPanel send={requestFactorRemoval} /> : null}
      </div>
    </Dialog>
  )
}

/** The password dialog may replace this one, so the result is a notification that is visible afterwards too. */
async function requestFactorRemoval() {
  const ending = await attempt(requestOwnFactorRecovery)
  if (ending.state === 'done') notify.success(ending.message)
  else notify.error(ending.message)
  return ending
}

/** Loaded only if the user wants another method, because most use their password. */
function useKnownFactors(isNeeded: boolean) {
  const [known, setKnown] = useState<KnownFactors>()
  const look = async () => setKnown(await attempt(getSecondFactor))
  useEffect(() => {
    if (isNeeded) attempt(getSecondFactor).then(setKnown)
  }, [isNeeded])
  return { known, look }
}

type ProofFormProps = { way: ProofMethod; onProven: () => void; onProblem: (problem: string | undefined) => void }

function ProofForm({ way, onProven, onProblem }: ProofFormProps) {
  const { form, field, isSubmitting, submit } = useEndpointForm(bodyOf(reauthenticate), {
    fields: [way],
    refusals: { 'wrong-password': way, 'wrong-code': way, 'wrong-recovery-code': way },
    send: (body) => {
      onProblem(undefined)
      return reauthenticateWithProof(body)
    },
    onDone: onProven,
    onFailed: ({ message }, isShown) => (isShown ? undefined : onProblem(message)),
  })
  // Otherwise the close button would take the focus, because it comes first.
  useEffect(() => form.setFocus(way), [form, way])
  const { other: _, ...labels } = fields[way]
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TextField {...labels} {...field(way)} />
      <Button type="submit" wide busy={isSubmitting} busyLabel="Checking…">
        Confirm
      </Button>
    </Form>
  )
}

type OtherMethodsProps = {
  way: ProofMethod
  known: KnownFactors | undefined
  needsFactor: boolean
  onWay: (way: ProofMethod) => void
  onPasskey: (ending: Attempt<unknown>) => void
}

function OtherMethods({ way, known, needsFactor, onWay, onPasskey }: OtherMethodsProps) {
  if (!known) return <Spinner label="Looking for your second factor" className="size-8" />
  if (known.state === 'failed') return <p>{known.message}</p>
  const { authenticator, passkeys } = known.value
  const ways: ProofMethod[] = [
    ...(needsFactor ? [] : (['password'] as const)),
    ...(authenticator ? (['code', 'recoveryCode'] as const) : []),
  ]
  return (
    <div className="grid gap-3" role="status">
      {ways.map((other) =>
        other === way ? null : <OtherMethod key={other} label={fields[other].other} onUse={() => onWay(other)} />,
      )}
      {passkeys.length > 0 ? (
        <OtherMethod label="Use a passkey" onUse={async () => onPasskey(await reauthenticateWithPasskey())} />
      ) : null}
      {authenticator || passkeys.length > 0 ? null : <p>You have no authenticator app and no passkey yet.</p>}
    </div>
  )
}

function OtherMethod({ label, onUse }: { label: string; onUse: () => void }) {
  return (
    <button
      type="button"
      onClick={onUse}
      className="link min-h-6 cursor-pointer justify-self-start text-left font-medium"
    >
      {label}
    </button>
  )
}

/** Proves the user's identity again. The session continues with a new access token. */
async function reauthenticateWithProof(body: InputOf<typeof reauthenticate>['body']): Promise<Attempt<Login>> {
  const ending = await attempt(reauthenticate, { body })
  if (ending.state === 'done') keepLogin(ending.value)
  return ending
}

async function reauthenticateWithPasskey(): Promise<Attempt<Login>> {
  const asked = await attempt(startPasskeyReauthentication)
  if (asked.state === 'failed') return asked
  const { challenge, options } = asked.value
  const signing = await signWithPasskey(options).catch((error: Error) => error)
  if (signing instanceof Error) return { state: 'failed', message: signing.message }
  return reauthenticateWithProof({ passkey: { challenge, proof: signing } })
}
