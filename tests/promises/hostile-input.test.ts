import { afterAll, expect, test } from 'vitest'
import { endpointName, type JsonSchema, startAppWithRoutes, toJsonSchema } from '../support/app/endpoints.ts'
import { typeName } from '../support/fuzz/make-value.ts'

/** Input validation and access checks of every route, including new ones. */

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const administrator = await app.quickMember('administrator')
const consultant = await app.quickMember('consultant')
const anyId = '00000000-0000-4000-8000-000000000000'

function toAddress(path: string): string {
  return path.replaceAll(/:\w+/g, anyId)
}

const withBody = endpoints
  .filter(({ body, upload }) => body && !upload)
  .map((endpoint) => [endpointName(endpoint), endpoint] as const)

const invalidBodies = [[], [[]], 'text', 7, true, null, '{', { ['__proto__']: { role: 'administrator' } }]

test.each(withBody)('%s accepts only a JSON object', async (_, { method, path }) => {
  for (const body of invalidBodies) {
    const answer = await send(method, path, JSON.stringify(body))
    expect([400, 409, 415], `${JSON.stringify(body)} was answered with ${answer.status}`).toContain(answer.status)
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ]) {
    expect((await send(method, path, '{}', type)).status).toBe(415)
  }
  expect(Object.keys(Object.prototype)).toEqual([])
})

test.each(withBody)('%s refuses a value of the wrong type in each field and names the field', async (_, endpoint) => {
  for (const [field, schema] of listFields(toJsonSchema(endpoint.body ?? throwMissingBody()))) {
    for (const value of wrongValues(schema)) {
      const { status, body } = await send(endpoint.method, endpoint.path, JSON.stringify({ [field]: value }))
      expect([status, Object.keys(body.errors ?? {})], `${field}: ${JSON.stringify(value)}`).toEqual([
        400,
        expect.arrayContaining([expect.stringMatching(new RegExp(`^${field}(\\.|$)`))]),
      ])
    }
  }
})

const privileged = {
  id: anyId,
  memberId: anyId,
  accountId: anyId,
  role: 'administrator',
  isAdmin: true,
  emailVerified: true,
  disabledAt: null,
  status: 'completed',
  total: 1,
}

test.each(withBody)('%s refuses fields that decide rights or money', async (_, { method, path, body }) => {
  const ownFields = Object.keys(Object.fromEntries(listFields(toJsonSchema(body ?? throwMissingBody()))))
  for (const [field, value] of Object.entries(privileged)) {
    if (ownFields.includes(field)) continue
    const answer = await send(method, path, JSON.stringify({ [field]: value }))
    expect([answer.status, answer.body.errors?.request], field).toEqual([400, expect.stringContaining(field)])
  }
})

const uploads = endpoints.filter(({ upload }) => upload).map((endpoint) => [endpointName(endpoint), endpoint] as const)

test.each(uploads)('%s accepts only the bytes of a file, with a name', async (_, { method, path }) => {
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/pdf']) {
    expect([400, 415], type).toContain((await send(method, `${path}?name=a.pdf`, '{}', type)).status)
  }
  for (const query of [
    '',
    '?name=',
    '?name=a&name=b',
    `?name=${'x'.repeat(256)}`,
    '?name=a%00',
    '?name=a.pdf&role=1',
  ]) {
    expect((await send(method, path + query, '%PDF-', 'application/octet-stream')).status, query).toBe(400)
  }
})

/** One endpoint for each method and kind of caller, because addresses and tokens are read before any endpoint. */
const guarded = Object.values(
  Object.groupBy(
    endpoints.filter(({ access }) => access !== 'public'),
    ({ access, method }) => `${method} ${access}`,
  ),
).flatMap((alike) => (alike?.[0] ? [[endpointName(alike[0]), alike[0]] as const] : []))

test.each(guarded)('%s stays protected under other spellings of its address', async (_, { method, path }) => {
  const visitor = app.stranger()
  for (const address of listSpellings(toAddress(path))) {
    const answer = await visitor.send(method, address, undefined, { 'content-type': 'application/json' })
    expect([400, 401, 403, 404, 405, 413, 415], `${address} was answered with ${answer.status}`).toContain(
      answer.status,
    )
  }
  const disguises = { 'x-http-method-override': method, 'x-original-url': path, 'x-rewrite-url': path }
  expect((await visitor.get('/api/packages', disguises)).body.data).toHaveLength(6)
})

test.each(guarded)('%s accepts a token only as a bearer token in its header', async (_, { method, path }) => {
  const { token } = administrator
  const wrongHeaders = [
    '',
    'Bearer',
    `Basic ${token}`,
    token,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token},${token}`,
  ]
  for (const authorization of wrongHeaders) {
    const answer = await app.stranger().send(method, toAddress(path), undefined, { authorization })
    expect(answer.status, authorization.replaceAll(token, '…')).toBe(401)
  }
  const misplacedToken = await app
    .stranger()
    .send(method, `${toAddress(path)}?token=${token}&access_token=${token}`, undefined, {
      cookie: `authToken=${token}; refresh=${token}`,
    })
  expect(misplacedToken.status).toBe(401)
})

function send(method: string, path: string, payload: string, type = 'application/json') {
  // An authorised caller, so that the body is validated.
  const caller = path.startsWith('/api/consultant/') ? consultant : administrator
  return caller.send(method as 'POST', toAddress(path), payload, { 'content-type': type })
}

function listFields(schema: JsonSchema): [string, JsonSchema][] {
  return [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {} }) => Object.entries(properties))
}

const values: unknown[] = ['text', 7, true, null, [], ['text'], {}, { $gt: '' }, { toString: 'text' }]

/** Values of a type that the field does not have. Fields with rules of their own have their own tests. */
function wrongValues({ type, anyOf }: JsonSchema): unknown[] {
  if (anyOf || !type) return []
  const kinds = [type].flat().map((kind) => (kind === 'integer' ? 'number' : kind))
  return values.filter((value) => !kinds.includes(typeName(value)))
}

function listSpellings(address: string): string[] {
  const [, api = '', ...rest] = address.split('/')
  const remainder = rest.join('/')
  const last = address.slice(-1)
  return [
    `${address}/`,
    `/${address}`,
    `${address}//`,
    address.toUpperCase(),
    address.replace('/api/', '/API/'),
    `/${api}//${remainder}`,
    `/${api}/./${remainder}`,
    `/x/../${api}/${remainder}`,
    `/${api}/x/../${remainder}`,
    `/${api}/%2e/${remainder}`,
    `/${api}/x/%2e%2e/${remainder}`,
    `/${api}%2F${remainder}`,
    `/${api}/${remainder.replaceAll('/', '%2f')}`,
    `/${api}/${remainder.replaceAll('/', '\\')}`,
    address.slice(0, -1) + encodeByte(last),
    `${address}%20`,
    `${address}%09`,
    `${address}%00`,
    `${address};x=1`,
    `${address}.json`,
    `${address}?x=1`,
    `${address}?__proto__[role]=administrator`,
    `${address}#x`,
    `http://localhost${address}`,
  ]
}

function encodeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}

function throwMissingBody(): never {
  throw new Error('An endpoint without a body')
}
