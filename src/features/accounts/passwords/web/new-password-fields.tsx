import type { UseFormRegisterReturn } from 'react-hook-form'
import { classNames } from '#platform/web/ui/class-names.ts'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { MIN_PASSWORD_LENGTH, MIN_STAFF_PASSWORD_LENGTH, weakPassword } from '../contract.ts'
import { type PasswordStrength, passwordStrength } from '../rules.ts'

type NewPasswordFieldsProps = {
  label: string
  password: UseFormRegisterReturn
  confirmPassword: UseFormRegisterReturn
  /** Staff passwords must be longer. `unknown` means that the link alone does not reveal who opened it. */
  owner: 'member' | 'staff' | 'unknown'
  /** The current value, for the strength hint. */
  typed: string
  errors: { password?: { message?: string }; confirmPassword?: { message?: string } }
}

export function NewPasswordFields({ label, owner, password, confirmPassword, typed, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        // A refused password gets no strength rating.
        hint={<PasswordStrengthHint owner={owner} password={errors.password ? '' : typed} />}
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

type PasswordStrengthHintProps = Pick<NewPasswordFieldsProps, 'owner'> & { password: string }

export function PasswordStrengthHint({ owner, password }: PasswordStrengthHintProps) {
  const strength = password ? passwordStrength(password, shortestFor[owner]) : null
  const { bars, colour, text } = strength ? strengthDisplay[strength] : { bars: 0, colour: '', text: null }
  return (
    <span className="grid gap-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classNames('h-1 rounded-full', bar <= bars ? colour : 'bg-line')} />
        ))}
      </span>
      <span aria-live="polite">
        {strength === 'too-short'
          ? `Too short: use at least ${shortestFor[owner]} characters.`
          : (text ?? `${lengthRule[owner]} Three or four random words work well.`)}
      </span>
    </span>
  )
}

const shortestFor = {
  member: MIN_PASSWORD_LENGTH,
  staff: MIN_STAFF_PASSWORD_LENGTH,
  unknown: MIN_PASSWORD_LENGTH,
} satisfies Record<NewPasswordFieldsProps['owner'], number>

const lengthRule = {
  member: `At least ${MIN_PASSWORD_LENGTH} characters.`,
  staff: `At least ${MIN_STAFF_PASSWORD_LENGTH} characters.`,
  unknown: `At least ${MIN_PASSWORD_LENGTH} characters, or ${MIN_STAFF_PASSWORD_LENGTH} if you’re a member of staff.`,
} satisfies Record<NewPasswordFieldsProps['owner'], string>

const strengthDisplay = {
  'too-short': { bars: 1, colour: 'bg-danger', text: null },
  weak: { bars: 2, colour: 'bg-danger', text: 'Weak: add another word.' },
  fair: { bars: 3, colour: 'bg-primary', text: 'Fair: longer is stronger.' },
  strong: { bars: 4, colour: 'bg-success', text: 'Strong.' },
} satisfies Record<PasswordStrength, { bars: number; colour: string; text: string | null }>
