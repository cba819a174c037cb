import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { showFieldErrors } from '#platform/web/form.ts'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { Guardian, type Profile } from '../contract/profile.ts'
import { changeProfile } from './queries.ts'
import { SaveSection } from './save-section.tsx'
import { useSavedMessage } from './use-saved-message.ts'

const Fields = z.discriminatedUnion('isYoung', [
  z.object({ isYoung: z.literal(true), name: Guardian.shape.name, email: Guardian.shape.email }),
  z.object({ isYoung: z.literal(false) }),
])

type Typed = { isYoung: boolean; name?: string; email?: string }

export function GuardianForm({ profile }: { profile: Profile }) {
  const [problem, setProblem] = useState<string>()
  const { saved, showSaved } = useSavedMessage()
  const form = useForm<Typed, unknown, z.output<typeof Fields>>({
    resolver: zodResolver(Fields) as never,
    defaultValues: typedIn(profile),
  })
  const { errors, isSubmitting } = form.formState
  const isYoung = useWatch({ control: form.control, name: 'isYoung' })

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined)
    const guardian = values.isYoung ? { name: values.name, email: values.email } : null
    const ending = await changeProfile({ guardian })
    if (ending.state === 'done') {
      form.reset(typedIn(ending.value.profile))
      return showSaved(ending.message)
    }
    const wrong = ending.reason === 'guardian-is-member' ? { email: ending.message } : withoutPath(ending.errors)
    if (!showFieldErrors(wrong, ['name', 'email'], form.setError)) setProblem(ending.message)
  })

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Parent or guardian" className="grid gap-5">
      <CheckboxField label="I am under 18" {...form.register('isYoung')} />
      {isYoung ? (
        <div className="grid gap-5">
          <TextField
            label="Name of your parent or guardian"
            autoComplete="off"
            error={errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label="Their email"
            type="email"
            inputMode="email"
            autoComplete="off"
            error={errors.email?.message}
            {...form.register('email')}
          />
        </div>
      ) : null}
      <SaveSection busy={isSubmitting} problem={problem} saved={saved} />
    </form>
  )
}

function typedIn({ guardian }: Profile): Typed {
  return { isYoung: guardian !== null, name: guardian?.name ?? '', email: guardian?.email ?? '' }
}

/** The server names a field by where it stands: guardian.name. */
function withoutPath(errors: Record<string, string> | undefined): Record<string, string> | undefined {
  return (
    errors && Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.replace('guardian.', ''), text]))
  )
}
