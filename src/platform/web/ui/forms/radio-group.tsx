import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'
import { FieldError } from './field.tsx'

type Choice<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }

type RadioGroupProps<Value extends string> = {
  legend: string
  name: string
  /** Null if nothing is chosen yet. */
  value: Value | null
  choices: readonly Choice<Value>[]
  disabled?: boolean
  error?: string | undefined
  /** One choice a line, for long labels. */
  isStacked?: boolean
  /** Gets the focus if the answer is missing. */
  firstRef?: Ref<HTMLInputElement>
  onChange: (value: Value) => void
}

/** A few visible choices, each large enough for a finger. */
export function RadioGroup<Value extends string>({
  legend,
  choices,
  disabled,
  error,
  isStacked = false,
  firstRef,
  ...group
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div
        className={classNames(
          'grid gap-3',
          !isStacked && 'sm:grid-cols-2',
          !isStacked && !choices.some(({ hint }) => hint) && 'grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))]',
        )}
      >
        {choices.map((choice, index) => (
          <Radio
            key={choice.value}
            {...group}
            choice={choice}
            isInvalid={error !== undefined}
            ref={index === 0 ? firstRef : undefined}
          />
        ))}
      </div>
      {error ? (
        <div className="mt-1">
          <FieldError id={id} error={error} />
        </div>
      ) : null}
    </fieldset>
  )
}

type RadioProps<Value extends string> = {
  name: string
  value: Value | null
  choice: Choice<Value>
  isInvalid: boolean
  ref: Ref<HTMLInputElement> | undefined
  onChange: (value: Value) => void
}

function Radio<Value extends string>({ name, value, choice, isInvalid, ref, onChange }: RadioProps<Value>) {
  const hintId = `${name}-${choice.value}-hint`
  return (
    <label
      className={classNames(
        // Leaves room for large text on a phone.
        'flex min-h-12 items-start gap-[min(0.75rem,2.5vw)] rounded-md border border-field px-[min(1rem,3vw)] py-2 has-checked:border-secondary-ink has-checked:bg-info-soft',
        choice.disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer hover:border-secondary-ink',
        'has-[[aria-invalid]]:border-2 has-[[aria-invalid]]:border-danger',
      )}
    >
      <input
        ref={ref}
        type="radio"
        name={name}
        value={choice.value}
        checked={value === choice.value}
        disabled={choice.disabled}
        aria-invalid={isInvalid || undefined}
        aria-describedby={choice.hint ? hintId : undefined}
        onChange={() => onChange(choice.value)}
        className="mt-1 size-[min(1rem,5vw)] shrink-0 accent-secondary-ink"
      />
      <span className="min-w-0 flex-1">
        {choice.label}
        {choice.hint ? (
          <span id={hintId} className="mt-1 block text-sm text-muted">
            {choice.hint}
          </span>
        ) : null}
      </span>
    </label>
  )
}
