import { pdf } from '../given/files.ts'
import type { Input, Route } from './list-routes.ts'

/** One value per input of a route; undefined omits the input. */
export type Values = unknown[]

export type WrittenRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

/** The file to upload if the test does not change it. */
export const usualFile = pdf.toString('latin1')

export function writeRequest({ method, path, inputs }: Route, values: Values): WrittenRequest {
  const given = inputs.flatMap((input, index) => {
    const value = values[index]
    if (value === undefined) return []
    return [{ ...input, value: input.within ? input.within(String(value)) : value }]
  })
  const at = (place: string) => given.filter((input) => input.place === place)
  const inPath = new Map(at('path').map(({ name, value }) => [name, String(value)]))
  const query = at('query').map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`)
  const cookies = at('cookie').map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`)
  const body = bodyOf(at('body'))
  return {
    method,
    path: [
      path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(inPath.get(name) ?? '')),
      ...(query.length > 0 ? [query.join('&')] : []),
    ].join('?'),
    headers: {
      ...Object.fromEntries(at('header').map(({ name, value }) => [name, String(value)])),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(body && { 'content-type': body.type, 'content-length': String(Buffer.byteLength(body.content)) }),
    },
    body: body?.content,
  }
}

function bodyOf(fields: (Input & { value: unknown })[]): { type: string; content: string | Buffer } | undefined {
  const [first] = fields
  if (!first) return undefined
  const { name, value, mediaType: type = 'application/json' } = first
  if (!name) return { type, content: Buffer.from(String(value), 'latin1') }
  const body = {}
  for (const field of fields) put(body, field.name.split('.'), field.value)
  return { type, content: JSON.stringify(body) }
}

function put(into: Record<string, unknown>, [first = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[first] = value
    return
  }
  into[first] ??= rest[0] === '0' ? [] : {}
  put(into[first] as Record<string, unknown>, rest, value)
}
