import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { z } from 'zod'

/** Returns the server's own schema, so that a form validates the same way. */
export function bodyOf<Schema extends z.ZodType>(endpoint: { path: string; body?: Schema }): Schema {
  if (!endpoint.body) throw new Error(`${endpoint.path} takes no body`)
  return endpoint.body
}

/** Shows the server's messages next to their fields. @returns false if no error belongs to a field */
export function showFieldErrors<Fields extends FieldValues>(
  errors: Record<string, string> | undefined,
  fields: readonly Path<Fields>[],
  setError: UseFormSetError<Fields>,
): boolean {
  const invalidFields = fields.filter((field) => errors?.[field])
  for (const [index, field] of invalidFields.entries()) {
    setError(field, { type: 'server', message: errors?.[field] }, { shouldFocus: index === 0 })
  }
  return invalidFields.length > 0
}
