import type { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { endpointName, type JsonSchema, toJsonSchema } from '../app/endpoints.ts'
import { newDocx, pdf } from '../given/files.ts'
import { anyValue, hostileBodies, hostileHeaders, hostileTexts, hostileTypes } from './hostile-values.ts'
import type { Example } from './known-values.ts'
import { makeValue, type ValueSource } from './make-value.ts'

export type Target = Pick<Endpoint, 'method' | 'path' | 'access'> & Partial<Endpoint>

export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Makes a request that is valid, almost valid or invalid. */
export function makeRequest(source: ValueSource, target: Target): FuzzRequest {
  const { dice } = source
  const headers: Record<string, string> = {}
  if (dice.isSo(0.15)) {
    const [name, value] = dice.oneOf(...hostileHeaders)
    Object.defineProperty(headers, name, { value, enumerable: true })
  }
  const method = dice.isSo(0.03)
    ? dice.oneOf('HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET')
    : target.method
  const examples = source.known.examplesOf(endpointName(target))
  const example = examples.length > 0 && dice.isSo(0.5) ? dice.oneOf(...examples) : undefined
  const url = makePath(source, target, example) + makeQuery(source, target, example)
  const payload = method === 'GET' || method === 'HEAD' ? undefined : makePayload(source, target, example)
  if (payload !== undefined) {
    const type = target.upload ? 'application/octet-stream' : 'application/json'
    headers['content-type'] = dice.isSo(0.05) ? dice.oneOf(...hostileTypes) : type
  }
  return { method, url, headers, ...(payload !== undefined && { payload }) }
}

function makePath(source: ValueSource, { path, params }: Target, example?: Example): string {
  const { dice } = source
  const properties = params ? cachedSchema(params).properties : {}
  const exampleParams = dice.isSo(0.7) ? (example?.params as Record<string, unknown> | undefined) : undefined
  const url = path.replaceAll(/:(\w+)|\*/g, (_, name = '') => {
    if (exampleParams?.[name] !== undefined) return encode(String(exampleParams[name]))
    const isKnown = dice.isSo(0.8)
    const value = isKnown
      ? makeValue(source, properties?.[name] ?? { type: 'string' }, name)
      : dice.oneOf(...hostileTexts)
    return dice.isSo(0.03) ? String(value) : encode(String(value))
  })
  // Sometimes add something that no browser or proxy would send.
  return dice.isSo(0.02) ? url + dice.oneOf('/', '//', '%', '%00', '%ff', ';x=1', '/../..', '#', '\\', '.json') : url
}

function makeQuery(source: ValueSource, { query }: Target, example?: Example): string {
  const { dice } = source
  const queryValue = query ? (example?.query ?? makeValue(source, cachedSchema(query))) : {}
  const pairs: [string, unknown][] = Object.entries(queryValue as object)
  if (pairs.length > 0 && dice.isSo(0.3)) pairs[dice.whole(pairs.length)] = [pairs[0]?.[0] ?? 'x', makeHostile(source)]
  if (dice.isSo(0.05)) pairs.push([dice.oneOf(...hostileTexts, 'cursor', 'limit'), makeHostile(source)])
  if (dice.isSo(0.02)) return dice.oneOf('?', '?&&', '?=', '?%', '?%ff=%ff', '?a[b]=1&a[]=2', `?${'a&'.repeat(2_000)}`)
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(toText(value))}`).join('&')
  return text ? `?${text}` : ''
}

function makePayload(source: ValueSource, { body, upload }: Target, example?: Example): string | Buffer | undefined {
  const { dice } = source
  if (upload) return dice.oneOf<string | Buffer>(pdf, newDocx(), ...hostileBodies)
  if (dice.isSo(0.08)) return dice.oneOf(...hostileBodies)
  if (!body) return dice.isSo(0.2) ? JSON.stringify(anyValue(dice)) : undefined
  if (dice.isSo(0.03)) return undefined
  const value = example?.body ?? makeValue(source, cachedSchema(body))
  return JSON.stringify(dice.isSo(0.4) ? corrupt(source, value) : value)
}

/** Changes one part of the value. */
function corrupt(source: ValueSource, value: unknown): unknown {
  const { dice } = source
  if (typeof value !== 'object' || value === null || dice.isSo(0.1)) return makeHostile(source)
  const entries: [string, unknown][] = Object.entries(value)
  const index = dice.whole(entries.length + 1)
  const [name, inner] = entries[index] ?? [dice.oneOf('__proto__', 'role', 'id', 'x'), undefined]
  if (dice.isSo(0.2)) return rebuild(value, entries.toSpliced(index, 1))
  return rebuild(
    value,
    entries.toSpliced(index, 1, [name, dice.isSo(0.4) ? corrupt(source, inner) : makeHostile(source)]),
  )
}

function rebuild(original: object, entries: [string, unknown][]): unknown {
  return Array.isArray(original) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function makeHostile({ dice }: ValueSource): unknown {
  return dice.isSo(0.7) ? dice.oneOf(...hostileTexts) : anyValue(dice)
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Encodes text for a URL. Half a surrogate pair has no UTF-8 encoding, so it becomes the bytes that some programs send.
 */
export function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

function cachedSchema(type: z.ZodType): JsonSchema {
  const schema = schemas.get(type) ?? toJsonSchema(type)
  schemas.set(type, schema)
  return schema
}
