import type { UseFormRegisterReturn } from 'react-hook-form'

/**
 * Nobody sees this field or comes to it with a keyboard; programs that fill in whatever they find give themselves away
 * by it. Browsers know no "subject" of a person, so none fills it in by itself.
 */
export function TrapField(field: UseFormRegisterReturn) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input {...field} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
