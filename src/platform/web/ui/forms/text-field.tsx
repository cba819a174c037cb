import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useContext, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { describedBy, FieldError, FieldHint, type FieldText, FormSending, inputClass } from './field.tsx'

type TextFieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'className'> & {
    /** Use it only for margins and columns. */
    className?: string
  }

/** A labelled input. Takes all of `register('name')`; a password gets a button to show it. */
export function TextField({ label, hint, error, className, id, type = 'text', ...input }: TextFieldProps) {
  const ownId = useId()
  const isSending = useContext(FormSending)
  const fieldId = id ?? ownId
  const [isShown, setIsShown] = useState(false)
  const isPassword = type === 'password'

  return (
    <div className={classNames('grid content-start gap-2', className)}>
      <label htmlFor={fieldId} className="font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          {...describedBy(fieldId, { hint, error })}
          id={fieldId}
          readOnly={isSending || input.readOnly}
          type={isPassword && isShown ? 'text' : type}
          className={classNames(inputClass, isPassword && 'pr-13')}
        />
        {isPassword ? <ShowPassword isShown={isShown} onToggle={() => setIsShown(!isShown)} /> : null}
      </div>
      <FieldHint id={fieldId} hint={hint} />
      <FieldError id={fieldId} error={error} />
    </div>
  )
}

function ShowPassword({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) {
  const Icon = isShown ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-label="Show password"
      aria-pressed={isShown}
      onClick={onToggle}
      className="absolute inset-y-0 right-0 grid w-12 cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
