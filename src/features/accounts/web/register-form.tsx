import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useEarlyPress } from '#platform/web/early-press.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { LateNote } from '#platform/web/ui/late-note.tsx'
import { NeedsScript } from '#platform/web/ui/needs-script.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { isConfirmed, notConfirmed, PasswordConfirmation } from '../contract/password.ts'
import { register } from '../contract.ts'
import { mobileAsTyped } from '../rules.ts'
import { MobileField } from './mobile-section.tsx'
import { NewPasswordFields, newPasswordErrors } from './new-password-section.tsx'
import { registerMember } from './queries.ts'
import { useAuth } from './store.ts'

const Body = bodyOf(register)

/** What is asked beyond what is sent: the password twice, and the choice about mail the other way round. */
const Fields = Body.omit({ marketing: true })
  .extend({
    // What was typed or filled in before the page came alive is as it was typed.
    mobile: z.string().transform(mobileAsTyped).pipe(Body.shape.mobile),
    confirmPassword: PasswordConfirmation,
    withoutMarketing: z.boolean().default(false),
  })
  .refine(isConfirmed, notConfirmed)

type RegisterForm = UseFormReturn<z.input<typeof Fields>, unknown, z.output<typeof Fields>>

type RegisterFormProps = { onRegistered: (registered: { email: string; message: string }) => void }

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const loading = useAuth((state) => state.register.loading)
  const early = useEarlyPress()
  const [problem, setProblem] = useState<string>()
  const form: RegisterForm = useForm({ resolver: zodResolver(Fields) })

  const submit = form.handleSubmit(async ({ confirmPassword: _, withoutMarketing, ...person }) => {
    setProblem(undefined)
    const outcome = await registerMember({ ...person, marketing: !withoutMarketing })
    if (outcome.state === 'done') onRegistered({ email: person.email, message: outcome.message })
    if (outcome.state !== 'failed') return
    notify.error(outcome.message)
    const errors = outcome.reason === 'email-taken' ? { email: outcome.message } : newPasswordErrors(outcome)
    const fields = ['firstName', 'lastName', 'email', 'mobile', 'password'] as const
    if (!showFieldErrors(errors, fields, form.setError)) setProblem(outcome.message)
  })

  return (
    <form {...early.form} method="post" noValidate onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <PersonFields form={form} />
      <PasswordFields form={form} />
      <div className="grid gap-3 rounded-md border border-line bg-surface p-4 text-sm">
        <p className="text-muted">
          Once you have bought from us, we may email you about services like the ones you chose. Every such email lets
          you unsubscribe with one click.
        </p>
        <CheckboxField label="No news or offers for me, please" {...form.register('withoutMarketing')} />
      </div>
      <NeedsScript />
      <LateNote />
      <Button {...early.button} wide busy={loading} busyLabel="Creating your account…">
        Create account
      </Button>
    </form>
  )
}

function PersonFields({ form: { register: field, formState } }: { form: RegisterForm }) {
  const { errors } = formState
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...field('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...field('lastName')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        error={errors.email?.message}
        {...field('email')}
      />
      <MobileField error={errors.mobile?.message} field={field('mobile')} />
    </>
  )
}

function PasswordFields({ form: { register: field, formState, control } }: { form: RegisterForm }) {
  const password = useWatch({ control, name: 'password' })
  return (
    <NewPasswordFields
      label="Password"
      password={field('password', { deps: ['confirmPassword'] })}
      confirmPassword={field('confirmPassword')}
      typed={password ?? ''}
      errors={formState.errors}
    />
  )
}
