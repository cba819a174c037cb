import type { UseFormRegisterReturn } from 'react-hook-form'

/**
 * People do not see this honeypot or reach it with the keyboard, but bots fill in every field. Browsers have no
 * personal "subject", so they do not autofill it.
 */
export function HoneypotField(field: UseFormRegisterReturn) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input {...field} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
