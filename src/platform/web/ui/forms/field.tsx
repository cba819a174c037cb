import { createContext, type ReactNode } from 'react'

export type FieldText = {
  label: string
  hint?: ReactNode
  /** Shown under the field, which is then marked as invalid. */
  error?: string
}

/** True while the form around a field waits for the server's response. The field keeps what was sent. */
export const FormSending = createContext(false)

/** The attributes that connect a control to its hint and error. */
export function describedBy(id: string, { hint, error }: Omit<FieldText, 'label'>) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean)
  return { 'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined, 'aria-invalid': error ? true : undefined }
}

export function FieldHint({ id, hint }: { id: string; hint?: ReactNode }) {
  if (!hint) return null
  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {hint}
    </p>
  )
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null
  return (
    <p id={`${id}-error`} className="text-sm font-medium text-danger">
      {error}
    </p>
  )
}

export const inputClass =
  'w-full min-h-12 rounded-md border border-field bg-surface px-4 py-2 text-base text-ink placeholder:text-muted disabled:cursor-not-allowed disabled:bg-ground disabled:text-muted aria-invalid:border-2 aria-invalid:border-danger'
