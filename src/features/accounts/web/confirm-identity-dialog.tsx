import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { getSecondFactor } from '../contract/second-factor.ts'
import { confirmIdentity } from '../contract/session.ts'
import { confirmWho, confirmWhoByPasskey } from './queries.ts'

type Send<Value> = () => Promise<Attempt<Value>>
type Question = { answer: (isConfirmed: boolean) => void }

/**
 * For what the server wants a fresh proof of identity: `withIdentity` sends, asks the member where that is refused
 * until then, and sends once more. Null where they would rather not. `question` stands somewhere on the page.
 */
export function useFreshIdentity(): {
  withIdentity: <Value>(send: Send<Value>) => Promise<Attempt<Value> | null>
  question: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  const withIdentity = useCallback(async <Value,>(send: Send<Value>) => {
    const ending = await send()
    if (ending.state === 'done' || ending.reason !== 'confirmation-needed') return ending
    const isConfirmed = await new Promise<boolean>((resolve) => setQuestion({ answer: resolve }))
    setQuestion(undefined)
    return isConfirmed ? send() : null
  }, [])
  return { withIdentity, question: question ? <ConfirmIdentityDialog onAnswer={question.answer} /> : null }
}

const Fields = bodyOf(confirmIdentity)

type Way = 'password' | 'code'

function ConfirmIdentityDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [way, setWay] = useState<Way>('password')
  const [problem, setProblem] = useState<string>()
  // A field that is not asked for any more is not sent either.
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields),
    shouldUnregister: true,
  })
  const { errors, isSubmitting } = form.formState
  // Not the button that closes, which comes first and would take it.
  useEffect(() => form.setFocus(way), [form, way])
  const settle = (ending: Attempt<unknown>) => {
    if (ending.state === 'done') return onAnswer(true)
    const isWrong = ending.reason === 'wrong-password' || ending.reason === 'wrong-code'
    const fields = isWrong ? { [way]: ending.message } : ending.errors
    if (!showFieldErrors(fields, ['password', 'code'], form.setError)) setProblem(ending.message)
  }
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    settle(await confirmWho(body))
  })
  const change = (next: Way) => {
    setProblem(undefined)
    setWay(next)
  }
  return (
    <Dialog title="Please confirm that it is you" onClose={() => onAnswer(false)}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-muted">This keeps your account safe on a device that somebody else might pick up.</p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {way === 'password' ? (
          <TextField
            key="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
        ) : (
          <TextField
            key="code"
            label="Code from your authenticator app"
            autoComplete="one-time-code"
            inputMode="numeric"
            error={errors.code?.message}
            {...form.register('code')}
          />
        )}
        <Button type="submit" wide busy={isSubmitting} busyLabel="Checking…">
          Confirm
        </Button>
      </form>
      <OtherWays way={way} onWay={change} onPasskey={settle} />
    </Dialog>
  )
}

type OtherWaysProps = { way: Way; onWay: (way: Way) => void; onPasskey: (ending: Attempt<unknown>) => void }

/** Asked of the server only once somebody wants another way: most go by their password. */
function OtherWays({ way, onWay, onPasskey }: OtherWaysProps) {
  const [known, setKnown] = useState<Attempt<ResponseOf<typeof getSecondFactor>>>()
  const look = async () => setKnown(await attempt(getSecondFactor))
  if (!known)
    return (
      <div className="mt-5 grid">
        <OtherWay label="Use your authenticator app or a passkey" onUse={look} />
      </div>
    )
  if (known.state === 'failed') return <p className="mt-5">{known.message}</p>
  const { authenticator, passkeys } = known.value
  return (
    <div className="mt-5 grid gap-3" role="status">
      {way === 'code' ? <OtherWay label="Use your password" onUse={() => onWay('password')} /> : null}
      {authenticator && way === 'password' ? (
        <OtherWay label="Use your authenticator app" onUse={() => onWay('code')} />
      ) : null}
      {passkeys.length > 0 ? (
        <OtherWay label="Use a passkey" onUse={async () => onPasskey(await confirmWhoByPasskey())} />
      ) : null}
      {authenticator || passkeys.length > 0 ? null : <p>You have no authenticator app and no passkey yet.</p>}
    </div>
  )
}

function OtherWay({ label, onUse }: { label: string; onUse: () => void }) {
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
