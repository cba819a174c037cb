import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** Every list of the back office that is read page by page. */
export function adminLists(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.filter(
    ({ method, path, query, file, events }) =>
      method === 'GET' && path.startsWith('/api/admin/') && !file && !events && query && takesCursor(schemaOf(query)),
  )
}

function takesCursor(query: Query): boolean {
  return query.properties?.cursor !== undefined
}

/** What has to be said to see the list at all: each choice once, or nothing where nothing is asked for. */
export function variantsOf({ query }: Endpoint): string[] {
  const { properties = {}, required = [] } = query ? schemaOf(query) : {}
  const [asked] = required
  return asked === undefined ? [''] : choicesOf(properties[asked] ?? {}).map((choice) => `${asked}=${choice}`)
}

/** The same, and besides what the list can be narrowed to: each choice of each filter once. */
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
  // A day, an id and the like are for the test of that list: these are words that people search for.
  return type === 'string' && !format && !pattern ? ['lovelace', '77@lists.example'] : []
}

/** The address of a list, of one member where it is about one. */
export function addressOf({ path }: Endpoint, memberId: string): string {
  return path.replace(':memberId', memberId)
}
