import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { changePassword, isConfirmed, notConfirmed, PasswordConfirmation } from '../contract/password.ts'
import { AccountCard } from './account-card.tsx'
import { NewPasswordFields, newPasswordErrors } from './new-password-section.tsx'
import { useMember } from './public.tsx'
import { replacePassword } from './queries.ts'

const Fields = bodyOf(changePassword)
  .extend({ confirmPassword: PasswordConfirmation })
  .refine(isConfirmed, notConfirmed)

export function ChangePasswordCard() {
  return (
    <AccountCard title="Password" id="password" lead="A new password logs you out everywhere else.">
      <ChangePasswordForm />
    </AccountCard>
  )
}

function ChangePasswordForm() {
  const member = useMember()
  const [problem, setProblem] = useState<string>()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors, isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, name: 'password' })

  const submit = form.handleSubmit(async ({ confirmPassword: _, ...body }) => {
    setProblem(undefined)
    const ending = await replacePassword(body)
    if (ending.state === 'done') {
      notify.success(ending.message)
      return form.reset()
    }
    if (!showFieldErrors(errorsIn(ending), ['currentPassword', 'password'], form.setError)) setProblem(ending.message)
  })

  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {/* For password managers, which keep a password under a name. */}
      <input type="email" autoComplete="username" value={member?.email ?? ''} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <NewPasswordFields
        label="New password"
        password={form.register('password', { deps: ['confirmPassword'] })}
        confirmPassword={form.register('confirmPassword')}
        typed={typed ?? ''}
        errors={errors}
      />
      <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Saving…">
        Change password
      </Button>
    </form>
  )
}

type Failure = Parameters<typeof newPasswordErrors>[0]

function errorsIn(failure: Failure): Record<string, string> | undefined {
  if (failure.reason === 'wrong-password') return { currentPassword: failure.message }
  if (failure.reason === 'password-unchanged') return { password: failure.message }
  return newPasswordErrors(failure)
}
