import { useWatch } from 'react-hook-form'
import { bodyOf } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { AccountCard } from '../../web/account-card.tsx'
import { useMember } from '../../web/public.tsx'
import { changePassword, PasswordConfirmation, passwordMismatch, passwordsMatch } from '../contract.ts'
import { NewPasswordFields, weakPasswordField } from './new-password-fields.tsx'
import { replacePassword } from './queries.ts'

const Fields = bodyOf(changePassword)
  .extend({ confirmPassword: PasswordConfirmation })
  .refine(passwordsMatch, passwordMismatch)

export function ChangePasswordCard() {
  return (
    <AccountCard title="Password" id="password" lead="Changing your password logs you out everywhere else.">
      <ChangePasswordForm />
    </AccountCard>
  )
}

function ChangePasswordForm() {
  const member = useMember()
  const { form, field, errors, isSubmitting, problem, submit } = useEndpointForm(Fields, {
    fields: ['currentPassword', 'password'],
    refusals: { ...weakPasswordField, 'wrong-password': 'currentPassword', 'password-unchanged': 'password' },
    send: ({ confirmPassword: _, ...body }) => replacePassword(body),
    onDone: (_, message) => {
      notify.success(message)
      form.reset()
    },
  })
  const typed = useWatch({ control: form.control, name: 'password' })

  return (
    <Form onSubmit={submit} className="grid gap-5">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {/* Password managers store the password under this name. */}
      <input type="email" autoComplete="username" value={member?.email ?? ''} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <NewPasswordFields
        label="New password"
        owner={member && member.role !== 'member' ? 'staff' : 'member'}
        password={form.register('password', { deps: ['confirmPassword'] })}
        confirmPassword={form.register('confirmPassword')}
        typed={typed ?? ''}
        errors={errors}
      />
      <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Saving…">
        Change password
      </Button>
    </Form>
  )
}
