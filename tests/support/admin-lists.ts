import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type JsonSchema, jsonSchemaOf } from './endpoints.ts'

/** Every list of the back office that is read page by page. */
export function adminLists(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.filter(
    ({ method, path, query, file, events }) =>
      method === 'GET' &&
      path.startsWith('/api/admin/') &&
      !file &&
      !events &&
      query &&
      takesCursor(jsonSchemaOf(query)),
  )
}

function takesCursor({ properties }: JsonSchema): boolean {
  return properties?.cursor !== undefined
}

/** What the list can be narrowed to: each choice of each filter once, and none of them. */
export function filtersOf({ query }: Endpoint): string[] {
  const { properties = {} } = query ? jsonSchemaOf(query) : {}
  const filters = Object.entries(properties).filter(([name]) => name !== 'cursor' && name !== 'limit')
  return ['', ...filters.flatMap(([name, schema]) => choicesOf(schema).map((choice) => `${name}=${choice}`))]
}

function choicesOf({ enum: choices, type, format, pattern }: JsonSchema): string[] {
  if (Array.isArray(choices)) return choices.map(String)
  if (type === 'boolean') return ['true', 'false']
  // A day, an id and the like are for the test of that list: these are words that people search for.
  return type === 'string' && !format && !pattern ? ['lovelace', '77@lists.example'] : []
}

/** The address of a list, of one member where it is about one. */
export function addressOf({ path }: Endpoint, memberId: string): string {
  return path.replace(':memberId', memberId)
}
