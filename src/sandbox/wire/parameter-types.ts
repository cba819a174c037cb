import { z } from 'zod'

/**
 * The building blocks of every operation's parameters. All values arrive as text. An issue may carry the
 * provider's own code and message in `params`; `read-parameters.ts` turns issues into API errors.
 */

export const text = z.string().min(1).max(5000)

export const integer = z.string().transform((value, context) => {
  if (/^-?\d{1,12}$/.test(value)) return Number(value)
  const code = value === '' ? 'parameter_invalid_empty' : 'parameter_invalid_integer'
  context.issues.push({ code: 'custom', message: `Invalid integer: ${value}`, params: { code }, input: value })
  return z.NEVER
})

export const flag = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true'
  context.issues.push({ code: 'custom', message: `Invalid boolean: ${value}`, input: value })
  return z.NEVER
})

/** An empty string unsets a value: the SDKs send `null` as an empty string. */
export function clearable<Type extends z.ZodType>(type: Type) {
  return z.preprocess((value) => (value === '' ? null : value), type.nullable())
}

const METADATA_KEYS = 50
const METADATA_KEY_LENGTH = 40
const METADATA_VALUE_LENGTH = 500

const metadataFields = z
  .record(z.string().max(METADATA_KEY_LENGTH), z.string().max(METADATA_VALUE_LENGTH))
  .refine((fields) => Object.keys(fields).length <= METADATA_KEYS, {
    message: `You cannot specify more than ${METADATA_KEYS} keys.`,
  })

export const metadata = clearable(metadataFields)

/** New keys are added, a key with an empty value is removed, `null` removes all. */
export function mergeMetadata(before: Record<string, string>, change: Record<string, string> | null | undefined) {
  if (change === undefined) return before
  if (change === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''))
}

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})

/** `created=…` or `created[gte]=…` */
const created = z.union([integer.transform((instant) => ({ gte: instant, lte: instant })), range])

type CreatedRange = z.output<typeof range>

const pageLimit = integer.refine((limit) => limit >= 1 && limit <= 100, {
  message: 'This value must be between 1 and 100.',
})

/** What every list accepts. */
export const paging = {
  limit: pageLimit.default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: created.optional(),
}

export interface Paging {
  limit: number
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: CreatedRange | undefined
}

export const address = z.strictObject({
  city: clearable(text).optional(),
  country: clearable(text).optional(),
  line1: clearable(text).optional(),
  line2: clearable(text).optional(),
  postal_code: clearable(text).optional(),
  state: clearable(text).optional(),
})
