import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { Spinner } from './spinner.tsx'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'normal' | 'small'

type StyleProps = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its container. */
  wide?: boolean
  /** Use it only for margins and alignment. */
  className?: string
  children: ReactNode
}

type ButtonProps = StyleProps &
  Omit<ComponentProps<'button'>, keyof StyleProps> & { busy?: boolean; busyLabel?: string }

/** `busy` shows a spinner and ignores clicks. The button keeps its focus, so that keyboard users keep their place. */
export function Button({ variant, size, wide, className, children, busy = false, busyLabel, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : button.onClick}
      className={buttonClass({ variant, size, wide, className })}
    >
      {busy ? <Spinner /> : null}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** An action that looks like a link, for an alternative that few people need. */
export function LinkButton(button: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className="link min-h-6 cursor-pointer justify-self-start text-left font-medium"
    />
  )
}

type ButtonLinkProps = StyleProps & Omit<ComponentProps<typeof Link>, keyof StyleProps>

/** A link that looks like a button. `reloadDocument` makes a full page load, which the checkout needs. */
export function ButtonLink({ variant, size, wide, className, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} className={buttonClass({ variant, size, wide, className })}>
      {children}
    </Link>
  )
}

const variants = {
  primary: 'bg-primary text-secondary-deep hover:bg-primary-strong',
  secondary: 'bg-secondary-ink text-surface hover:bg-secondary-strong',
  danger: 'bg-danger text-surface hover:bg-danger/90',
  quiet: 'text-current ring-1 ring-inset ring-current/60 hover:bg-current/8 hover:ring-current',
} satisfies Record<ButtonVariant, string>

const sizes = {
  // Leaves room for large text on a phone.
  normal: 'min-h-12 px-[clamp(0.25rem,calc(13vw-1.25rem),1.5rem)] py-2 text-base',
  small: 'min-h-10 max-md:min-h-11 px-[min(1rem,4.5vw)] py-1 text-sm',
} satisfies Record<ButtonSize, string>

function buttonClass({ variant = 'primary', size = 'normal', wide, className }: Omit<StyleProps, 'children'>): string {
  return classNames(
    'inline-flex cursor-pointer items-center justify-center gap-2 rounded-md text-center font-semibold leading-tight no-underline active:translate-y-px forced-colors:border print:hidden',
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-80',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    className,
  )
}
