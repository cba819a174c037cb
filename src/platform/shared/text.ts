import { z } from 'zod'

/**
 * Trims text and limits its length. PostgreSQL cannot store U+0000 or half a surrogate pair, so both are refused with a
 * message here.
 */
export function text({ required, max }: { required?: string; max: number }) {
  const base = z
    .string(required ? missing(required) : undefined)
    .trim()
    .max(max, `Use no more than ${max} characters`)
    .refine(isStorable, 'Remove the characters that can’t be displayed')
  return required ? base.min(1, required) : base
}

/** Gives a missing field the same message as an empty one. */
export function missing(message: string) {
  return { error: ({ input }: { input: unknown }) => (input === undefined ? message : undefined) }
}

export function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000')
}
