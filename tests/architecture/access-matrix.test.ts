import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { SentFile } from '#platform/shared/sent-file.ts'
import { orderOf, startPaying } from '../support/checkout.ts'
import { newPerson, startApp } from '../support/start-app.ts'

/** Who may call what (SECURITY S1). A route without a row here fails; so does a row whose route is gone. */

const routes: RouteOptions[] = []
const listen = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route) => void routes.push(route))
}
subscribe('fastify.initialization', listen)
const app = await startApp()
unsubscribe('fastify.initialization', listen)
afterAll(app.close)

const endpoints = routes.flatMap(({ config, method }) =>
  config?.endpoint && method !== 'HEAD' ? [config.endpoint as Endpoint] : [],
)

type Who = 'visitor' | 'owner' | 'otherMember' | 'administrator' | 'disabledMember' | 'loggedOut'
type Row = { statuses: Record<Who, number>; url?: string; body?: () => unknown }

const owner = await app.quickMember()
const purchase = await startPaying(owner)
const missing = '00000000-0000-4000-8000-000000000000'

const everybody = (status: number): Record<Who, number> => ({
  visitor: status,
  owner: status,
  otherMember: status,
  administrator: status,
  disabledMember: status,
  loggedOut: status,
})
const whoeverIsLoggedIn = { ...everybody(200), visitor: 401, disabledMember: 401, loggedOut: 401 }
const theOwner = { ...whoeverIsLoggedIn, otherMember: 404, administrator: 404 }

function writing() {
  return { name: 'Ada', email: newPerson().email, message: 'Which package fits?' }
}

const order = await orderOf(owner, 'study-world-basic')

const rows: Record<string, Row> = {
  'GET /api/packages': { statuses: everybody(200) },
  'GET /api/company': { statuses: everybody(200) },
  'GET /api/consultants': { statuses: everybody(200) },
  'GET /api/stories': { statuses: everybody(200) },
  'GET /api/quotes/:market/:packageId': { statuses: everybody(200), url: '/api/quotes/uk/my-future-basic' },
  'GET /api/quotes/:market/:packageId/member': {
    statuses: whoeverIsLoggedIn,
    url: '/api/quotes/uk/my-future-basic/member',
  },
  'GET /api/contact/form': { statuses: everybody(200) },
  'POST /api/contact': { statuses: everybody(200), body: writing },
  'POST /api/complaints': { statuses: everybody(200), body: () => ({ ...writing(), topic: 'service' }) },
  'POST /api/auth/register': { statuses: everybody(200), body: newPerson },
  'POST /api/auth/login': {
    statuses: everybody(400),
    body: () => ({ email: 'nobody@example.org', password: 'not the password' }),
  },
  'POST /api/auth/refresh': { statuses: everybody(200) },
  'POST /api/auth/verify-email': { statuses: everybody(400), body: () => ({ token: 'no such token' }) },
  'POST /api/auth/verify-email/link': { statuses: whoeverIsLoggedIn },
  'POST /api/auth/confirmation': {
    statuses: { ...everybody(400), visitor: 401, disabledMember: 401, loggedOut: 401 },
    body: () => ({ password: 'not the password' }),
  },
  'POST /api/auth/logout': { statuses: whoeverIsLoggedIn },
  'GET /api/auth/me': { statuses: whoeverIsLoggedIn },
  'GET /api/account/data': { statuses: whoeverIsLoggedIn },
  'GET /api/account/deletion': { statuses: whoeverIsLoggedIn },
  'DELETE /api/account': {
    statuses: { ...everybody(400), visitor: 401, disabledMember: 401, loggedOut: 401 },
    body: () => ({ confirmation: 'no' }),
  },
  'GET /api/portal/dashboard': { statuses: whoeverIsLoggedIn },
  'GET /api/purchases': { statuses: whoeverIsLoggedIn },
  'POST /api/purchases': { statuses: whoeverIsLoggedIn, body: () => order },
  'GET /api/purchases/:purchaseId': { statuses: theOwner, url: `/api/purchases/${purchase.id}` },
  'POST /api/purchases/:purchaseId/confirmation': {
    statuses: theOwner,
    url: `/api/purchases/${purchase.id}/confirmation`,
  },
  'GET /api/entitlements': { statuses: whoeverIsLoggedIn },
}

/** What is no endpoint of a contract, and why it may be there. */
const otherRoutes = [
  'POST /api/webhooks/stripe', // its signature is its credential
  'GET /consultants/:consultantId/picture', // a picture of a public page
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  '* /api/*', // answers 404
]

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every endpoint has a row in this table, and every row its endpoint', () => {
  expect(endpoints.map(nameOf).sort()).toEqual(Object.keys(rows).sort())
})

test('nothing else is served but what is listed here', () => {
  const others = routes
    .filter(({ config, url }) => !config?.endpoint && !url.startsWith('/api/docs'))
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${Array.isArray(method) ? '*' : method} ${url}`)
  expect(others.sort()).toEqual([...otherRoutes].sort())
})

for (const [name, { statuses, url, body }] of Object.entries(rows)) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string]
  test.each(Object.entries(statuses) as [Who, number][])(`${name}: %s is answered with %i`, async (who, status) => {
    const answer = await (await callerFor(who)).send(method, url ?? path, body?.())
    expect(answer.status).toBe(status)
    const isFile =
      status === 200 && endpoints.some((endpoint) => nameOf(endpoint) === name && endpoint.response === SentFile)
    if (isFile) expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
    else expect(answer.body.success).toBe(status === 200)
  })
}

const withOwner = Object.entries(rows).filter(([name]) => name.includes('/:purchaseId'))

test.each(withOwner)('%s: what belongs to somebody else looks like what is not there', async (name, { url = '' }) => {
  const [method] = name.split(' ') as ['GET' | 'POST']
  for (const who of ['otherMember', 'administrator'] as const) {
    const stranger = await callerFor(who)
    const foreign = await stranger.send(method, url)
    const absent = await stranger.send(method, url.replace(purchase.id, missing))
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body])
  }
})

test.each(withOwner)(
  '%s: an id that is none is refused, and to a visitor like every other',
  async (name, { url = '' }) => {
    const [method] = name.split(' ') as ['GET' | 'POST']
    for (const id of ['1', `${purchase.id}x`, '..', "' or 1=1 --", 'null']) {
      const malformed = url.replace(purchase.id, encodeURIComponent(id))
      expect([400, 404]).toContain((await owner.send(method, malformed)).status)
      expect([401, 404]).toContain((await app.visitor.send(method, malformed)).status)
    }
  },
)

test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s refuses every key that it does not name',
  (_, { params, query, body }) => {
    for (const schema of [params, query, body]) if (schema) expect(openObjects(jsonSchemaOf(schema))).toEqual([])
  },
)

test('the documentation lists every endpoint, with a sentence each', () => {
  const { paths = {} } = app.app.swagger() as { paths?: Record<string, Record<string, { summary?: string }>> }
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => {
      expect(summary).toMatch(/\w+ \w+/)
      return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
    }),
  )
  expect(listed.sort()).toEqual(Object.keys(rows).sort())
})

async function callerFor(who: Who) {
  if (who === 'visitor') return app.stranger()
  if (who === 'owner') return app.returning(owner)
  if (who === 'administrator') return app.quickMember('administrator')
  const member = await app.quickMember()
  if (who === 'disabledMember') await app.rows('update account set disabled_at = now() where id = $1', member.id)
  if (who === 'loggedOut') await member.post('/api/auth/logout')
  return member
}

type JsonSchema = { type?: string; additionalProperties?: unknown; [key: string]: unknown }

function jsonSchemaOf(schema: z.ZodType) {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** Every object in a schema, however deep, that would take keys nobody named. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, additionalProperties } = schema as JsonSchema
  const own = type === 'object' && additionalProperties !== false ? [path || '/'] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => openObjects(inner, `${path}/${key}`))]
}
