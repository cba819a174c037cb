import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type JsonSchema, nameOf } from '../endpoints.ts'

/** Where a caller can write something into a request. */
export type Input = {
  place: 'path' | 'query' | 'body' | 'header' | 'cookie'
  /** In a body the way to a field, such as `lines.0.title`; nothing where the body is no JSON. */
  name: string
  schema: JsonSchema
  isRequired: boolean
  /** How what is tried is wrapped up: it is what stands within that is tried. */
  within?: (text: string) => string
  /** Of a body that is no JSON. */
  mediaType?: string
  /** What usually stands there, where its schema does not tell. */
  example?: string
}

export type Route = {
  method: string
  /** With `:name` for each part that a caller chooses. */
  path: string
  access: Endpoint['access']
  inputs: Input[]
  isStream: boolean
}

type Operation = {
  parameters?: { in: 'path' | 'query'; name: string; schema: JsonSchema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
}
export type OpenApi = { paths: Record<string, Record<string, Operation>> }

/** Every route of the description, with all that it takes. Who may call it stands only in its contract. */
export function listRoutes({ paths }: OpenApi, endpoints: Endpoint[]): Route[] {
  const known = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]))
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const [method, path] = [verb.toUpperCase(), template.replaceAll(/\{(\w+)\}/g, ':$1')]
      const endpoint = known.get(`${method} ${path}`)
      if (!endpoint) throw new Error(`${method} ${path} is described, and nothing serves it`)
      return { method, path, access: endpoint.access, inputs: inputsOf(operation), isStream: Boolean(endpoint.events) }
    }),
  )
}

export function inputName({ method, path }: Pick<Route, 'method' | 'path'>, { place, name, within }: Input): string {
  return [`${method} ${path}:`, within && 'within', place, name].filter(Boolean).join(' ')
}

export function inputNames(routes: Route[]): string[] {
  return routes.flatMap((route) => route.inputs.map((input) => inputName(route, input)))
}

function inputsOf({ parameters = [], requestBody }: Operation): Input[] {
  const contents = Object.entries(requestBody?.content ?? {})
  return [
    ...parameters.map(({ in: place, name, schema, required = false }) => ({
      place,
      name,
      schema,
      isRequired: required,
    })),
    ...contents.flatMap(([mediaType, { schema }]) =>
      fieldsOf(schema, '', true).map((field) => ({ ...field, place: 'body' as const, mediaType })),
    ),
  ]
}

type Field = { name: string; schema: JsonSchema; isRequired: boolean }

/** Down to what has no fields of its own. Of a list its first: the others go the same way. */
function fieldsOf(schema: JsonSchema, name: string, isRequired: boolean): Field[] {
  const { properties, anyOf, items, required = [] } = schema as JsonSchema & { items?: JsonSchema; required?: string[] }
  const within = (part: string) => (name ? `${name}.${part}` : part)
  if (anyOf) {
    const ways = anyOf.filter(({ type }) => type !== 'null')
    return byName(ways.flatMap((one) => fieldsOf(one, name, isRequired && ways.length === 1)))
  }
  if (properties) {
    return Object.entries(properties).flatMap(([part, inner]) =>
      fieldsOf(inner, within(part), isRequired && required.includes(part)),
    )
  }
  if (items) return fieldsOf(items, within('0'), isRequired)
  return [{ name, schema, isRequired }]
}

function byName(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}
