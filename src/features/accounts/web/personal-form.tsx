import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { bodyOf, showFieldErrors } from '#platform/web/form.ts'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { type Profile, updateProfile } from '../contract/profile.ts'
import { MobileNumber } from '../contract.ts'
import { mobileAsTyped } from '../rules.ts'
import { MobileField } from './mobile-section.tsx'
import { changeProfile } from './queries.ts'
import { SaveSection } from './save-section.tsx'
import { useSavedMessage } from './use-saved-message.ts'

const Body = bodyOf(updateProfile).pick({ firstName: true, lastName: true, mobile: true })

/** Staff may be without a number; whoever has one changes it to another. */
function fieldsFor({ mobile }: Profile) {
  const typed = z.string().transform(mobileAsTyped)
  return mobile === ''
    ? Body.extend({
        mobile: typed.transform((value) => value || undefined).pipe(Body.shape.mobile),
      })
    : Body.extend({ mobile: typed.pipe(MobileNumber) })
}

type Fields = ReturnType<typeof fieldsFor>

export function PersonalForm({ profile }: { profile: Profile }) {
  const [problem, setProblem] = useState<string>()
  const { saved, showSaved } = useSavedMessage()
  const { firstName, lastName, mobile } = profile
  const form = useForm<z.input<Fields>, unknown, z.output<Fields>>({
    resolver: zodResolver(fieldsFor(profile)),
    defaultValues: { firstName, lastName, mobile },
  })
  const { errors, isSubmitting, dirtyFields } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined)
    // Only what was changed here: another tab may have changed the rest.
    const ending = await changeProfile({
      ...(dirtyFields.firstName && { firstName: values.firstName }),
      ...(dirtyFields.lastName && { lastName: values.lastName }),
      ...(dirtyFields.mobile && { mobile: values.mobile }),
    })
    if (ending.state === 'failed') {
      const isShown = showFieldErrors(ending.errors, ['firstName', 'lastName', 'mobile'], form.setError)
      return isShown ? undefined : setProblem(ending.message)
    }
    const { profile: kept } = ending.value
    form.reset({ firstName: kept.firstName, lastName: kept.lastName, mobile: kept.mobile })
    showSaved(ending.message)
  })

  return (
    <form method="post" noValidate onSubmit={submit} aria-label="Personal information" className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <MobileField error={errors.mobile?.message} field={form.register('mobile')} />
      <SaveSection busy={isSubmitting} problem={problem} saved={saved} />
    </form>
  )
}
