import type { Endpoint } from '#platform/shared/endpoint.ts'
import { endpointName, type JsonSchema } from '../app/endpoints.ts'

/** A part of a request that a caller can write. */
export type Input = {
  location: 'path' | 'query' | 'body' | 'header' | 'cookie'
  /** In a JSON body, the path of a field, such as `lines.0.title`; empty for any other body. */
  name: string
  schema: JsonSchema
  isRequired: boolean
  /** Encodes the tested text, for example as base64url. */
  encode?: (text: string) => string
  /** The body's media type. */
  mediaType?: string
  /** A typical value, needed if the schema does not describe one. */
  example?: string
}

export type Route = {
  method: string
  /** The path, with `:name` for each part that a caller chooses. */
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

/**
 * Merges the API descriptions that these tokens give access to, because staff see only the endpoints of their own role.
 */
export async function readDescription(siteUrl: string, tokens: (string | undefined)[]): Promise<OpenApi> {
  const paths: OpenApi['paths'] = {}
  for (const token of tokens) {
    const answer = await fetch(`${siteUrl}/api/openapi.json`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
    const description = (await answer.json()) as OpenApi
    for (const [path, calls] of Object.entries(description.paths)) paths[path] = { ...paths[path], ...calls }
  }
  return { paths }
}

/** Lists all described routes with their inputs. Who may call them is known only from the contract. */
export function listRoutes({ paths }: OpenApi, endpoints: Endpoint[]): Route[] {
  const endpointsByName = new Map(endpoints.map((endpoint) => [endpointName(endpoint), endpoint]))
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).map(([verb, operation]) => {
      const [method, path] = [verb.toUpperCase(), template.replaceAll(/\{(\w+)\}/g, ':$1')]
      const endpoint = endpointsByName.get(`${method} ${path}`)
      if (!endpoint) throw new Error(`${method} ${path} is described, and nothing serves it`)
      return {
        method,
        path,
        access: endpoint.access,
        inputs: listInputs(operation),
        isStream: Boolean(endpoint.events),
      }
    }),
  )
}

export function inputName({ method, path }: Pick<Route, 'method' | 'path'>, { location, name, encode }: Input): string {
  return [`${method} ${path}:`, encode && 'within', location, name].filter(Boolean).join(' ')
}

export function inputNames(routes: Route[]): string[] {
  return routes.flatMap((route) => route.inputs.map((input) => inputName(route, input)))
}

function listInputs({ parameters = [], requestBody }: Operation): Input[] {
  const contents = Object.entries(requestBody?.content ?? {})
  return [
    ...parameters.map(({ in: location, name, schema, required = false }) => ({
      location,
      name,
      schema,
      isRequired: required,
    })),
    ...contents.flatMap(([mediaType, { schema }]) =>
      listLeafFields(schema, '', true).map((field) => ({ ...field, location: 'body' as const, mediaType })),
    ),
  ]
}

type Field = { name: string; schema: JsonSchema; isRequired: boolean }

/** The leaf fields of a schema. Only the first item of a list is included, because all items are read the same way. */
function listLeafFields(schema: JsonSchema, name: string, isRequired: boolean): Field[] {
  const { properties, anyOf, items, required = [] } = schema as JsonSchema & { items?: JsonSchema; required?: string[] }
  const nest = (segment: string) => (name ? `${name}.${segment}` : segment)
  if (anyOf) {
    const alternatives = anyOf.filter(({ type }) => type !== 'null')
    return uniqueByName(
      alternatives.flatMap((alternative) => listLeafFields(alternative, name, isRequired && alternatives.length === 1)),
    )
  }
  if (properties) {
    return Object.entries(properties).flatMap(([segment, inner]) =>
      listLeafFields(inner, nest(segment), isRequired && required.includes(segment)),
    )
  }
  if (items) return listLeafFields(items, nest('0'), isRequired)
  return [{ name, schema, isRequired }]
}

function uniqueByName(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()]
}
