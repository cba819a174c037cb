import { z } from 'zod'
import { type ApiError, invalidRequest, missingParameter, unknownParameter } from './api-error.ts'
import type { FormRecord } from './form-encoding.ts'

/**
 * Building blocks for the parameters of all operations. Values arrive as strings. An issue may contain Stripe's own
 * code in `params`; `readParameters` turns issues into API errors.
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

/** An empty string clears a value, because the SDKs send `null` as an empty string. */
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

type Metadata = Record<string, string>

/** Removes the parameters that the caller has omitted. */
export function omitUndefined<Parameters extends object>(parameters: Parameters) {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Parameters]: Exclude<Parameters[Name], undefined> }
}

type Change<Type> = Partial<Omit<Type, 'metadata'>> & { metadata?: Metadata | null | undefined }

/** The object with these fields changed. An omitted parameter changes nothing. */
export function changed<Type extends { metadata: Metadata }>(before: Type, change: Change<Type>): Type {
  return { ...before, ...omitUndefined(change), metadata: mergeMetadata(before.metadata, change.metadata) }
}

/** Adds new keys and removes keys with an empty value; `null` removes all of them. */
function mergeMetadata(before: Metadata, change: Metadata | null | undefined): Metadata {
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

/** Accepts `created=…` or `created[gte]=…`. */
const created = z.union([integer.transform((instant) => ({ gte: instant, lte: instant })), range])

const pageLimit = integer.refine((limit) => limit >= 1 && limit <= 100, {
  message: 'This value must be between 1 and 100.',
})

/** The parameters that every list accepts. */
export const paging = {
  limit: pageLimit.default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: created.optional(),
}

export interface Paging {
  limit: number
  starting_after?: string
  ending_before?: string
  created?: z.output<typeof range>
}

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export const address = z.strictObject({
  city: clearable(text).optional(),
  country: clearable(text).optional(),
  line1: clearable(text).optional(),
  line2: clearable(text).optional(),
  postal_code: clearable(text).optional(),
  state: clearable(text).optional(),
})

const noAddress: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export function fullAddress(sentAddress: z.output<typeof address> | null | undefined): Address {
  return { ...noAddress, ...omitUndefined(sentAddress ?? {}) }
}

export function readParameters<Shape extends z.ZodType>(shape: Shape, form: FormRecord): z.output<Shape> {
  const result = shape.safeParse(form)
  if (result.success) return result.data
  throw toApiError(chooseIssue(result.error.issues), form)
}

/** Prefers the issue about an unknown parameter, because it usually causes the other issues. */
function chooseIssue(issues: z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [first] = issues
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  const chosen = unknown ?? first
  if (!chosen) throw new Error('Failed validation without an issue')
  return chosen
}

function toApiError(issue: z.core.$ZodIssue, form: FormRecord): ApiError {
  if (issue.code === 'unrecognized_keys') return unknownParameter(toParameterName([...issue.path, issue.keys[0] ?? '']))
  const param = toParameterName(issue.path)
  const value = valueAt(form, issue.path)
  if (value === undefined) return missingParameter(param)
  if (value === '') return emptyParameter(param)
  if (issue.code === 'custom') return invalidRequest(issue.message, { ...codeIn(issue.params), param })
  if (issue.code === 'invalid_value') {
    return invalidRequest(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param })
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param })
}

function emptyParameter(param: string): ApiError {
  const message =
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
    `however '${param}' cannot be unset.`
  return invalidRequest(message, { code: 'parameter_invalid_empty', param })
}

function codeIn(params: Record<string, unknown> | undefined): { code?: string } {
  return typeof params?.code === 'string' ? { code: params.code } : {}
}

/** Formats a path as Stripe does: `automatic_payment_methods[enabled]`. */
function toParameterName(path: PropertyKey[]): string {
  const [first = '', ...nested] = path.map(String)
  return first + nested.map((key) => `[${key}]`).join('')
}

function valueAt(form: FormRecord, path: PropertyKey[]): unknown {
  let value: unknown = form
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key]
  return value
}
