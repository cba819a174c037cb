import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { sanitiseMobileNumber } from '../rules.ts'

/** SPEC §5: the field accepts only an optional plus and digits. */
export function MobileField({ error, field }: { error: string | undefined; field: UseFormRegisterReturn }) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const clean = sanitiseMobileNumber(event.target.value)
    if (clean !== event.target.value) event.target.value = clean
    return field.onChange(event)
  }
  return (
    <TextField
      label="Mobile number"
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      hint="For example 07700900123 in the UK, or with the country code of your number"
      error={error}
      {...field}
      onChange={onChange}
    />
  )
}
