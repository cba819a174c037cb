import type { UseFormRegisterReturn } from 'react-hook-form'
import type { Failed } from '#platform/web/attempt.ts'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { weakPassword } from '../contract.ts'
import { PasswordStrengthHint } from './password-strength-panel.tsx'

type NewPasswordFieldsProps = {
  label: string
  password: UseFormRegisterReturn
  confirmPassword: UseFormRegisterReturn
  /** The password so far. */
  typed: string
  errors: { password?: { message?: string }; confirmPassword?: { message?: string } }
}

/** A new password, how good it is, and once more. */
export function NewPasswordFields({ label, password, confirmPassword, typed, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        // What was refused is not praised beside the refusal.
        hint={<PasswordStrengthHint password={errors.password ? '' : typed} />}
        error={errors.password?.message}
        {...password}
      />
      <TextField
        label={`Confirm ${label.toLowerCase()}`}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...confirmPassword}
      />
    </>
  )
}

/** What is wrong by field, also where the server found the new password too easy to guess. */
export function newPasswordErrors({ reason = '', message, errors }: Failed): Record<string, string> | undefined {
  return Object.hasOwn(weakPassword, reason) ? { password: message } : errors
}
