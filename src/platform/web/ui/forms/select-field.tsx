import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { classNames } from '../class-names.ts'
import { describedBy, FieldError, FieldHint, type FieldText, inputClass } from './field.tsx'

type SelectFieldProps = FieldText &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    /** The text of the first, empty choice. */
    prompt: string
    /** The value and label of each choice, in order. */
    choices: readonly (readonly [value: string, words: string])[]
    className?: string
  }

/** A labelled native select. Takes all of `register('name')`. */
export function SelectField({ label, hint, error, className, id, prompt, choices, ...select }: SelectFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <div className={classNames('grid content-start gap-2', className)}>
      <label htmlFor={fieldId} className="font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          defaultValue={select.value === undefined ? '' : undefined}
          {...select}
          {...describedBy(fieldId, { hint, error })}
          id={fieldId}
          className={classNames(inputClass, 'appearance-none pr-12')}
        >
          <option value="">{prompt}</option>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-4 my-auto size-5" />
      </div>
      <FieldHint id={fieldId} hint={hint} />
      <FieldError id={fieldId} error={error} />
    </div>
  )
}
