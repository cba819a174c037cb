import type { z } from 'zod'
import { type ApiError, invalidRequest, missingParameter, unknownParameter } from './api-error.ts'
import type { FormRecord } from './form-encoding.ts'

export function readParameters<Shape extends z.ZodType>(shape: Shape, form: FormRecord): z.output<Shape> {
  const result = shape.safeParse(form)
  if (result.success) return result.data
  throw errorOf(mostTelling(result.error.issues), form)
}

/** An unknown parameter is named first: it is most often the reason for the others. */
function mostTelling(issues: z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [first] = issues
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  const telling = unknown ?? first
  if (!telling) throw new Error('A failed validation has no issue')
  return telling
}

function errorOf(issue: z.core.$ZodIssue, form: FormRecord): ApiError {
  if (issue.code === 'unrecognized_keys') return unknownParameter(nameOf([...issue.path, issue.keys[0] ?? '']))
  const param = nameOf(issue.path)
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

/** `automatic_payment_methods[enabled]` */
function nameOf(path: PropertyKey[]): string {
  const [first = '', ...nested] = path.map(String)
  return first + nested.map((part) => `[${part}]`).join('')
}

function valueAt(form: FormRecord, path: PropertyKey[]): unknown {
  let value: unknown = form
  for (const part of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[part]
  return value
}
