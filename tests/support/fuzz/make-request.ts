import type { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type JsonSchema, jsonSchemaOf, nameOf } from '../app/endpoints.ts'
import { docxOf, pdf } from '../given/files.ts'
import { anyValue, hostileBodies, hostileHeaders, hostileTexts, hostileTypes } from './hostile-values.ts'
import type { Example } from './known-values.ts'
import { type Making, makeValue } from './make-value.ts'

export type Target = Pick<Endpoint, 'method' | 'path' | 'access'> & Partial<Endpoint>

export type FuzzRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

/** Makes a request that is valid, nearly valid or wrong. */
export function makeRequest(making: Making, target: Target): FuzzRequest {
  const { dice } = making
  const headers: Record<string, string> = {}
  if (dice.isSo(0.15)) {
    const [name, value] = dice.oneOf(...hostileHeaders)
    Object.defineProperty(headers, name, { value, enumerable: true })
  }
  const method = dice.isSo(0.03)
    ? dice.oneOf('HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET')
    : target.method
  const examples = making.known.examplesOf(nameOf(target))
  const example = examples.length > 0 && dice.isSo(0.5) ? dice.oneOf(...examples) : undefined
  const url = pathOf(making, target, example) + queryOf(making, target, example)
  const payload = method === 'GET' || method === 'HEAD' ? undefined : payloadOf(making, target, example)
  if (payload !== undefined) {
    const type = target.upload ? 'application/octet-stream' : 'application/json'
    headers['content-type'] = dice.isSo(0.05) ? dice.oneOf(...hostileTypes) : type
  }
  return { method, url, headers, ...(payload !== undefined && { payload }) }
}

function pathOf(making: Making, { path, params }: Target, example?: Example): string {
  const { dice } = making
  const properties = params ? schemaOf(params).properties : {}
  const taken = dice.isSo(0.7) ? (example?.params as Record<string, unknown> | undefined) : undefined
  const url = path.replaceAll(/:(\w+)|\*/g, (_, name = '') => {
    if (taken?.[name] !== undefined) return encode(String(taken[name]))
    const isKnown = dice.isSo(0.8)
    const value = isKnown
      ? makeValue(making, properties?.[name] ?? { type: 'string' }, name)
      : dice.oneOf(...hostileTexts)
    return dice.isSo(0.03) ? String(value) : encode(String(value))
  })
  // No browser or proxy would write such a URL.
  return dice.isSo(0.02) ? url + dice.oneOf('/', '//', '%', '%00', '%ff', ';x=1', '/../..', '#', '\\', '.json') : url
}

function queryOf(making: Making, { query }: Target, example?: Example): string {
  const { dice } = making
  const wanted = query ? (example?.query ?? makeValue(making, schemaOf(query))) : {}
  const pairs: [string, unknown][] = Object.entries(wanted as object)
  if (pairs.length > 0 && dice.isSo(0.3)) pairs[dice.whole(pairs.length)] = [pairs[0]?.[0] ?? 'x', hostile(making)]
  if (dice.isSo(0.05)) pairs.push([dice.oneOf(...hostileTexts, 'cursor', 'limit'), hostile(making)])
  if (dice.isSo(0.02)) return dice.oneOf('?', '?&&', '?=', '?%', '?%ff=%ff', '?a[b]=1&a[]=2', `?${'a&'.repeat(2_000)}`)
  const text = pairs.map(([name, value]) => `${encode(name)}=${encode(inWords(value))}`).join('&')
  return text ? `?${text}` : ''
}

function payloadOf(making: Making, { body, upload }: Target, example?: Example): string | Buffer | undefined {
  const { dice } = making
  if (upload) return dice.oneOf<string | Buffer>(pdf, docxOf(), ...hostileBodies)
  if (dice.isSo(0.08)) return dice.oneOf(...hostileBodies)
  if (!body) return dice.isSo(0.2) ? JSON.stringify(anyValue(dice)) : undefined
  if (dice.isSo(0.03)) return undefined
  const value = example?.body ?? makeValue(making, schemaOf(body))
  return JSON.stringify(dice.isSo(0.4) ? spoil(making, value) : value)
}

/** Changes one part of the value. */
function spoil(making: Making, value: unknown): unknown {
  const { dice } = making
  if (typeof value !== 'object' || value === null || dice.isSo(0.1)) return hostile(making)
  const entries: [string, unknown][] = Object.entries(value)
  const at = dice.whole(entries.length + 1)
  const [name, inner] = entries[at] ?? [dice.oneOf('__proto__', 'role', 'id', 'x'), undefined]
  if (dice.isSo(0.2)) return rebuilt(value, entries.toSpliced(at, 1))
  return rebuilt(value, entries.toSpliced(at, 1, [name, dice.isSo(0.4) ? spoil(making, inner) : hostile(making)]))
}

function rebuilt(like: object, entries: [string, unknown][]): unknown {
  return Array.isArray(like) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function hostile({ dice }: Making): unknown {
  return dice.isSo(0.7) ? dice.oneOf(...hostileTexts) : anyValue(dice)
}

function inWords(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Half a surrogate pair has no UTF-8 encoding, so send the bytes that some programs produce. */
export function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

function schemaOf(type: z.ZodType): JsonSchema {
  const schema = schemas.get(type) ?? jsonSchemaOf(type)
  schemas.set(type, schema)
  return schema
}
