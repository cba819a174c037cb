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
  const sentInputs = inputs.flatMap((input, index) => {
    const value = values[index]
    if (value === undefined) return []
    return [{ ...input, value: input.encode ? input.encode(String(value)) : value }]
  })
  const inputsIn = (location: Input['location']) => sentInputs.filter((input) => input.location === location)
  const inPath = new Map(inputsIn('path').map(({ name, value }) => [name, String(value)]))
  const query = inputsIn('query').map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`)
  const cookies = inputsIn('cookie').map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`)
  const body = makeBody(inputsIn('body'))
  return {
    method,
    path: [
      path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(inPath.get(name) ?? '')),
      ...(query.length > 0 ? [query.join('&')] : []),
    ].join('?'),
    headers: {
      ...Object.fromEntries(inputsIn('header').map(({ name, value }) => [name, String(value)])),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(body && { 'content-type': body.type, 'content-length': String(Buffer.byteLength(body.content)) }),
    },
    body: body?.content,
  }
}

function makeBody(fields: (Input & { value: unknown })[]): { type: string; content: string | Buffer } | undefined {
  const [firstField] = fields
  if (!firstField) return undefined
  const { name, value, mediaType: type = 'application/json' } = firstField
  if (!name) return { type, content: Buffer.from(String(value), 'latin1') }
  const body = {}
  for (const field of fields) setField(body, field.name.split('.'), field.value)
  return { type, content: JSON.stringify(body) }
}

function setField(target: Record<string, unknown>, [segment = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[segment] = value
    return
  }
  target[segment] ??= rest[0] === '0' ? [] : {}
  setField(target[segment] as Record<string, unknown>, rest, value)
}
