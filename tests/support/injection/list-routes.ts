import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type JsonSchema, nameOf } from '../app/endpoints.ts'

/** A part of a request that a caller can write. */
export type Input = {
  place: 'path' | 'query' | 'body' | 'header' | 'cookie'
  /** In a JSON body the path of a field, such as `lines.0.title`; empty for any other body. */
  name: string
  schema: JsonSchema
  isRequired: boolean
  /** Encodes the tested text, for example as base64url. */
  within?: (text: string) => string
  /** The media type of the body. */
  mediaType?: string
  /** A usual value, if the schema does not describe one. */
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

/** Merges the descriptions for these tokens, because only staff of a role see that role's endpoints. */
export async function readDescription(siteUrl: string, tokens: (string | undefined)[]): Promise<OpenApi> {
  const paths: OpenApi['paths'] = {}
  for (const token of tokens) {
    const answer = await fetch(`${siteUrl}/api/openapi.json`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    const shown = (await answer.json()) as OpenApi
    for (const [path, calls] of Object.entries(shown.paths)) paths[path] = { ...paths[path], ...calls }
  }
  return { paths }
}

/** All described routes with their inputs. Only the contract says who may call them. */
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

/** The leaf fields of a schema. A list counts with its first item only, because the others are read the same way. */
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
