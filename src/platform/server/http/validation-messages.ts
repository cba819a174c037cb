import type { z } from 'zod'

/** Messages for values that have none in their contract. The library's own messages are for programmers. */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing.'
        : `This must be ${typeNames[issue.expected] ?? 'a different type'}.`
    case 'unrecognized_keys':
      return `We don’t recognise this: ${issue.keys.join(', ')}.`
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'This is empty.'
        : `This must be at least ${describeLimit(issue, issue.minimum)}.`
    case 'too_big':
      return `This must be no more than ${describeLimit(issue, issue.maximum)}.`
    default:
      return 'Check this value.'
  }
}

const typeNames: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
}

function describeLimit({ origin }: { origin: string }, limit: number | bigint): string {
  if (origin === 'string') return `${limit} characters long`
  return origin === 'array' ? `${limit} entries long` : String(limit)
}
