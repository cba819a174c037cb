import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** Every paginated list of the back office. */
export function adminLists(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.filter(
    ({ method, path, query, file, events }) =>
      method === 'GET' && path.startsWith('/api/admin/') && !file && !events && query && takesCursor(schemaOf(query)),
  )
}

function takesCursor(query: Query): boolean {
  return query.properties?.cursor !== undefined
}

/** The required query of a list, once for each choice, or an empty one if none is required. */
export function variantsOf({ query }: Endpoint): string[] {
  const { properties = {}, required = [] } = query ? schemaOf(query) : {}
  const [asked] = required
  return asked === undefined ? [''] : choicesOf(properties[asked] ?? {}).map((choice) => `${asked}=${choice}`)
}

/** The same, and each choice of each filter once. */
export function filtersOf(endpoint: Endpoint): string[] {
  const { properties = {}, required = [] } = endpoint.query ? schemaOf(endpoint.query) : {}
  const [first = ''] = variantsOf(endpoint)
  const filters = Object.entries(properties).filter(([name]) => !['cursor', 'limit', ...required].includes(name))
  const narrowed = filters.flatMap(([name, schema]) => choicesOf(schema).map((choice) => `${name}=${choice}`))
  return [...variantsOf(endpoint), ...narrowed.map((filter) => [first, filter].filter(Boolean).join('&'))]
}

type Query = { properties?: Record<string, Field>; required?: string[] }
type Field = { enum?: unknown[]; type?: string | string[]; format?: string; pattern?: string }

function schemaOf(query: z.ZodType): Query {
  return z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Query
}

function choicesOf({ enum: choices, type, format, pattern }: Field): string[] {
  if (Array.isArray(choices)) return choices.map(String)
  if (type === 'boolean') return ['true', 'false']
  // Words to search for. Days, ids and the like belong in the test of that list.
  return type === 'string' && !format && !pattern ? ['lovelace', '77@lists.example'] : []
}

/** The address of a list, for one member if it is about a member. */
export function addressOf({ path }: Endpoint, memberId: string): string {
  return path.replace(':memberId', memberId)
}
