import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { INVITATION_DAYS, inviteStaff } from '#features/accounts/contract/staff.ts'
import { useFreshIdentity } from '#features/accounts/web/public-identity.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'

const Fields = bodyOf(inviteStaff)

const roles = [
  ['consultant', 'Consultant: holds sessions, makes deliverables'],
  ['administrator', 'Administrator: everything in the back office'],
] as const

/** The link that sets a password goes to their mailbox alone. */
export function InviteStaffDialog({ onClose }: { onClose: () => void }) {
  const { withIdentity, question } = useFreshIdentity()
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const form = useForm<z.input<typeof Fields>, unknown, z.output<typeof Fields>>({ resolver: zodResolver(Fields) })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    setProblem(undefined)
    const ending = await withIdentity(() => attempt(inviteStaff, { body }))
    if (ending?.state === 'done') {
      notify.success(ending.message)
      onClose()
      await revalidate()
    }
    if (ending?.state !== 'failed') return
    const fields = ending.reason === 'email-taken' ? { email: ending.message } : ending.errors
    if (!showFieldErrors(fields, ['firstName', 'lastName', 'email', 'role'], form.setError)) setProblem(ending.message)
  })
  return (
    <Dialog title="Invite staff" onClose={onClose}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-muted">
          They get a letter with a link that sets a password. It works once, for {INVITATION_DAYS} days.
        </p>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <TextField label="First name" error={errors.firstName?.message} {...form.register('firstName')} />
        <TextField label="Last name" error={errors.lastName?.message} {...form.register('lastName')} />
        <TextField label="Email address" type="email" error={errors.email?.message} {...form.register('email')} />
        <SelectField
          label="Role"
          prompt="Please choose"
          choices={roles}
          error={errors.role && 'Please choose a role'}
          {...form.register('role')}
        />
        <Button type="submit" wide busy={isSubmitting} busyLabel="Inviting…">
          Send the invitation
        </Button>
      </form>
      {question}
    </Dialog>
  )
}
