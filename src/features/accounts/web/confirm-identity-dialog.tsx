import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { confirmIdentity } from '../contract/session.ts'
import { confirmWho } from './queries.ts'

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

function ConfirmIdentityDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors, isSubmitting } = form.formState
  // Not the button that closes, which comes first and would take it.
  useEffect(() => form.setFocus('password'), [form])
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await confirmWho(body)
    if (ending.state === 'done') return onAnswer(true)
    const fields = ending.reason === 'wrong-password' ? { password: ending.message } : ending.errors
    if (!showFieldErrors(fields, ['password'], form.setError)) setProblem(ending.message)
  })
  return (
    <Dialog title="Please confirm that it is you" onClose={() => onAnswer(false)}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-muted">This keeps your account safe on a device that somebody else might pick up.</p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" wide busy={isSubmitting} busyLabel="Checking…">
          Confirm
        </Button>
      </form>
    </Dialog>
  )
}
