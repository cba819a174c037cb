import { classNames } from '#platform/web/ui/class-names.ts'
import { type PasswordStrength, passwordStrength } from '../rules.ts'

/** How good a new password is, while it is typed. */
export function PasswordStrengthHint({ password }: { password: string }) {
  const strength = password ? passwordStrength(password) : null
  const { bars, colour, words } = strength ? looks[strength] : { bars: 0, colour: '', words: null }
  return (
    <span className="grid gap-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classNames('h-1 rounded-full', bar <= bars ? colour : 'bg-line')} />
        ))}
      </span>
      <span aria-live="polite">{words ?? 'At least 8 characters. A few words in a row make a strong one.'}</span>
    </span>
  )
}

const looks = {
  'too-short': { bars: 1, colour: 'bg-danger', words: 'Too short: at least 8 characters.' },
  weak: { bars: 2, colour: 'bg-danger', words: 'Weak: add another word.' },
  fair: { bars: 3, colour: 'bg-primary', words: 'Fair: longer is stronger.' },
  strong: { bars: 4, colour: 'bg-success', words: 'Strong.' },
} satisfies Record<PasswordStrength, { bars: number; colour: string; words: string }>
