import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Choice<Value extends string> = { value: Value; label: string; hint?: ReactNode; disabled?: boolean }

type RadioGroupProps<Value extends string> = {
  legend: string
  name: string
  value: Value
  choices: readonly Choice<Value>[]
  disabled?: boolean
  onChange: (value: Value) => void
}

/** One of a few, all in sight. Each choice is as large as a finger. */
export function RadioGroup<Value extends string>({ legend, choices, disabled, ...group }: RadioGroupProps<Value>) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map((choice) => (
          <Radio key={choice.value} {...group} choice={choice} />
        ))}
      </div>
    </fieldset>
  )
}

type RadioProps<Value extends string> = {
  name: string
  value: Value
  choice: Choice<Value>
  onChange: (value: Value) => void
}

function Radio<Value extends string>({ name, value, choice, onChange }: RadioProps<Value>) {
  const hintId = `${name}-${choice.value}-hint`
  return (
    <label
      className={classNames(
        'flex min-h-12 items-start gap-3 rounded-md border border-field px-4 py-2.5 has-checked:border-secondary has-checked:bg-info-soft',
        choice.disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer',
      )}
    >
      <input
        type="radio"
        name={name}
        value={choice.value}
        checked={value === choice.value}
        disabled={choice.disabled}
        aria-describedby={choice.hint ? hintId : undefined}
        onChange={() => onChange(choice.value)}
        className="mt-1 size-4 shrink-0 accent-secondary"
      />
      <span>
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
