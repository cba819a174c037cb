import type { UseFormRegisterReturn } from 'react-hook-form'
import { classNames } from '#platform/web/ui/class-names.ts'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { MIN_PASSWORD_LENGTH, weakPassword } from '../contract.ts'
import { type PasswordStrength, passwordStrength } from '../rules.ts'

type NewPasswordFieldsProps = {
  label: string
  password: UseFormRegisterReturn
  confirmPassword: UseFormRegisterReturn
  /** The current value, for the strength hint. */
  typed: string
  errors: { password?: { message?: string }; confirmPassword?: { message?: string } }
}

export function NewPasswordFields({ label, password, confirmPassword, typed, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        // A refused password gets no strength rating.
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

/** Maps each reason for a weak password to the field that shows it. */
export const weakPasswordField = Object.fromEntries(
  Object.keys(weakPassword).map((reason) => [reason, 'password'] as const),
)

function PasswordStrengthHint({ password }: { password: string }) {
  const strength = password ? passwordStrength(password) : null
  const { bars, colour, text } = strength ? strengthDisplay[strength] : { bars: 0, colour: '', text: null }
  return (
    <span className="grid gap-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classNames('h-1 rounded-full', bar <= bars ? colour : 'bg-line')} />
        ))}
      </span>
      <span aria-live="polite">
        {text ?? `At least ${MIN_PASSWORD_LENGTH} characters. Three or four random words work well.`}
      </span>
    </span>
  )
}

const strengthDisplay = {
  'too-short': { bars: 1, colour: 'bg-danger', text: `Too short: use at least ${MIN_PASSWORD_LENGTH} characters.` },
  weak: { bars: 2, colour: 'bg-danger', text: 'Weak: add another word.' },
  fair: { bars: 3, colour: 'bg-primary', text: 'Fair: longer is stronger.' },
  strong: { bars: 4, colour: 'bg-success', text: 'Strong.' },
} satisfies Record<PasswordStrength, { bars: number; colour: string; text: string }>
