import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { describedBy, FieldError, FieldHint } from './field.tsx'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string
  className?: string
}

/** A labelled checkbox. Takes all of `register('name')`. */
export function CheckboxField({ label, hint, error, className, id, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div className={classNames('grid gap-1', className)}>
      {/* Leaves room for large text on a phone. */}
      <div className="flex items-start gap-[min(0.75rem,3vw)]">
        <input
          {...input}
          {...describedBy(fieldId, { hint, error })}
          id={fieldId}
          type="checkbox"
          className="mt-0.5 size-[min(1.25rem,7vw)] shrink-0 cursor-pointer rounded-sm accent-secondary-ink"
        />
        <label htmlFor={fieldId} className="cursor-pointer">
          {label}
        </label>
      </div>
      <div className="grid gap-1 pl-[min(2rem,10vw)] empty:hidden">
        <FieldHint id={fieldId} hint={hint} />
        <FieldError id={fieldId} error={error} />
      </div>
    </div>
  )
}
