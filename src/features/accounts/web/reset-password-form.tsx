import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { useEarlyPress } from '#platform/web/early-press.ts'
import { showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LateNote } from '#platform/web/ui/late-note.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { isConfirmed, NewPasswordTwice, notConfirmed } from '../contract/password.ts'
import { NewPasswordFields, newPasswordErrors } from './new-password-section.tsx'
import { setPasswordByLink } from './queries.ts'
import { useAuth } from './store.ts'

const Fields = NewPasswordTwice.refine(isConfirmed, notConfirmed)

type ResetPasswordFormProps = { token: string; onLinkOver: (message: string) => void }

export function ResetPasswordForm({ token, onLinkOver }: ResetPasswordFormProps) {
  const loading = useAuth((state) => state.resetPassword.loading)
  const early = useEarlyPress()
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const typed = useWatch({ control: form.control, name: 'password' })

  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const outcome = await setPasswordByLink({ ...body, token })
    if (outcome.state === 'done') notify.success(outcome.message)
    if (outcome.state !== 'failed') return
    notify.error(outcome.message)
    const isShown = showFieldErrors(newPasswordErrors(outcome), ['password', 'confirmPassword'], form.setError)
    if (outcome.reason === 'link-invalid') onLinkOver(outcome.message)
    else if (!isShown) setProblem(outcome.message)
  })

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <NewPasswordFields
        label="New password"
        password={form.register('password', { deps: ['confirmPassword'] })}
        confirmPassword={form.register('confirmPassword')}
        typed={typed ?? ''}
        errors={form.formState.errors}
      />
      <NeedsScript />
      <LateNote />
      <Button {...early.button} wide busy={loading} busyLabel="Saving…">
        Set new password
      </Button>
    </form>
  )
}
