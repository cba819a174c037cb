import { z } from 'zod'

/**
 * Text from people: trimmed, with a length a column can hold. PostgreSQL cannot store U+0000, and half a
 * surrogate pair is no text at all, so both are refused here with words instead of failing there without.
 */
export function text({ required, max }: { required?: string; max: number }) {
  const base = z
    .string(required ? missing(required) : undefined)
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .refine(isStorable, 'Please remove the characters that cannot be shown')
  return required ? base.min(1, required) : base
}

/** A field that was not sent at all has the same message as an empty one. */
export function missing(message: string) {
  return { error: ({ input }: { input: unknown }) => (input === undefined ? message : undefined) }
}

export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}
