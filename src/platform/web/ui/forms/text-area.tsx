import { type ComponentProps, useContext, useId } from 'react'
import { classNames } from '../class-names.ts'
import { describedBy, FieldError, FieldHint, type FieldText, FormSending, inputClass } from './field.tsx'

type TextAreaProps = FieldText &
  Omit<ComponentProps<'textarea'>, 'className'> & {
    /** Use it only for margins and columns. */
    className?: string
  }

/** A labelled multi-line field, which grows with its text in browsers that support it. */
export function TextArea({ label, hint, error, className, id, rows = 7, ...textarea }: TextAreaProps) {
  const ownId = useId()
  const isSending = useContext(FormSending)
  const fieldId = id ?? ownId
  return (
    <div className={classNames('grid content-start gap-2', className)}>
      <label htmlFor={fieldId} className="font-medium">
        {label}
      </label>
      <textarea
        {...textarea}
        {...describedBy(fieldId, { hint, error })}
        id={fieldId}
        readOnly={isSending || textarea.readOnly}
        rows={rows}
        className={classNames(inputClass, 'field-sizing-content resize-y', rows < 7 ? 'min-h-28' : 'min-h-44')}
      />
      <FieldHint id={fieldId} hint={hint} />
      <FieldError id={fieldId} error={error} />
    </div>
  )
}
