import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'

/** Every paginated list in the back office. */
export function adminLists(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.filter(
    ({ method, path, query, file, events }) =>
      method === 'GET' &&
      path.startsWith('/api/admin/') &&
      !file &&
      !events &&
      query &&
      takesCursor(toQuerySchema(query)),
  )
}

function takesCursor(query: Query): boolean {
  return query.properties?.cursor !== undefined
}

/** The queries that a list requires: one for each allowed value, or a single empty query if nothing is required. */
export function listVariants({ query }: Endpoint): string[] {
  const { properties = {}, required = [] } = query ? toQuerySchema(query) : {}
  const [requiredName] = required
  return requiredName === undefined
    ? ['']
    : listChoices(properties[requiredName] ?? {}).map((choice) => `${requiredName}=${choice}`)
}

/** The same queries, followed by one query for each value of each filter. */
export function listFilters(endpoint: Endpoint): string[] {
  const { properties = {}, required = [] } = endpoint.query ? toQuerySchema(endpoint.query) : {}
  const [firstVariant = ''] = listVariants(endpoint)
  const filters = Object.entries(properties).filter(([name]) => !['cursor', 'limit', ...required].includes(name))
  const filtered = filters.flatMap(([name, schema]) => listChoices(schema).map((choice) => `${name}=${choice}`))
  return [...listVariants(endpoint), ...filtered.map((filter) => [firstVariant, filter].filter(Boolean).join('&'))]
}

type Query = { properties?: Record<string, Field>; required?: string[] }
type Field = { enum?: unknown[]; type?: string | string[]; format?: string; pattern?: string }

function toQuerySchema(query: z.ZodType): Query {
  return z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Query
}

function listChoices({ enum: choices, type, format, pattern }: Field): string[] {
  if (Array.isArray(choices)) return choices.map(String)
  if (type === 'boolean') return ['true', 'false']
  // Words to search for. Filters by day, id and the like belong in the list's own test.
  return type === 'string' && !format && !pattern ? ['lovelace', '77@lists.example'] : []
}

/** The list's address. A list about one member is opened for this member; one about anything else is empty. */
export function toListAddress({ path }: Endpoint, memberId: string): string {
  return path.replace(/:[A-Za-z]+/, memberId)
}
