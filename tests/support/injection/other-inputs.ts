import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type Input, listRoutes, type OpenApi, type Route } from './list-routes.ts'

const text = { type: 'string' }
const header = (name: string, example: string): Input => ({
  place: 'header',
  name,
  schema: text,
  isRequired: false,
  example,
})
const cookie = (name: string): Input => ({ ...header(name, 'x'.repeat(43)), place: 'cookie' })
const inPath = (name: string, example: string): Input => ({
  place: 'path',
  name,
  schema: text,
  isRequired: true,
  example,
})
const body = (mediaType: string, example: string, within?: Input['within']): Input => ({
  place: 'body',
  name: '',
  schema: text,
  isRequired: true,
  mediaType,
  example,
  ...(within && { within }),
})

const address = header('x-forwarded-for', '198.18.0.1')
const browser = header('user-agent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')
const device = cookie('device')

/** What the server reads of a request that no description lists, at the routes that read most of it. */
const besides: Record<string, Input[]> = {
  'POST /api/auth/register': [address],
  'POST /api/auth/login': [address, browser, device],
  'POST /api/auth/refresh': [address, browser, device, cookie('refresh')],
  'POST /api/auth/forgot-password': [address],
  'POST /api/contact': [address],
  'GET /api/auth/me': [header('authorization', `Bearer ${'x'.repeat(43)}`)],
}

/** All that the site serves, with whatever it reads of a request. */
export function listAllRoutes(description: OpenApi, endpoints: Endpoint[]): Route[] {
  return [...listRoutes(description, endpoints).map(withOtherInputs), ...otherRoutes]
}

/** The inputs of a route with those that only a look at the server tells. */
function withOtherInputs(route: Route): Route {
  const cursor = route.inputs.find(({ name, place }) => name === 'cursor' && place === 'query')
  return {
    ...route,
    inputs: [
      ...route.inputs,
      ...(cursor ? [{ ...cursor, example: aPlace, within: base64url }] : []),
      ...(besides[`${route.method} ${route.path}`] ?? []),
    ],
  }
}

/** As `afterCursor` reads it. */
const aPlace = '2026-01-01T09:00:00.000Z 00000000-0000-4000-8000-000000000000'

function base64url(given: string): string {
  return Buffer.from(given).toString('base64url')
}

export const incomingMail = { address: 'replies@futureworld.example', secret: 'a-secret-of-the-mail-server-in-tests' }

/** A letter that says the same everywhere. */
function letter(given: string): string {
  const line = given.replaceAll(/[\r\n]/g, ' ')
  const head = [
    `Message-ID: <${line}@mail.example>`,
    `In-Reply-To: <${line}@mail.example>`,
    `From: "${line}" <ada@example.org>`,
    `To: ${incomingMail.address}`,
    `Subject: ${line}`,
  ]
  return [...head, '', line, ''].join('\r\n')
}

const visitor = { access: 'public', isStream: false } as const

/** What is served beside the description: for calendars, mail servers, the provider, and people with a browser. */
const otherRoutes: Route[] = [
  { ...visitor, method: 'GET', path: '/calendar/:file', inputs: [inPath('file', `${'x'.repeat(43)}.ics`), address] },
  {
    ...visitor,
    method: 'GET',
    path: '/consultants/:consultantId/picture',
    inputs: [inPath('consultantId', '00000000-0000-4000-8000-000000000000'), header('if-none-match', '"x"')],
  },
  {
    ...visitor,
    method: 'POST',
    path: '/api/webhooks/stripe',
    inputs: [body('application/json', '{"id":"evt_1"}'), header('stripe-signature', 't=1,v1=00')],
  },
  {
    ...visitor,
    method: 'POST',
    path: '/api/incoming-mail',
    inputs: [
      { ...header('authorization', `Bearer ${incomingMail.secret}`), isRequired: true },
      { ...inPath('recipient', incomingMail.address), place: 'query', isRequired: false },
      body('message/rfc822', 'Ada', letter),
    ],
  },
  { ...visitor, method: 'GET', path: '/metrics', inputs: [header('authorization', 'Bearer x')] },
  { ...visitor, method: 'GET', path: '/api/docs/static/:file', inputs: [inPath('file', 'index.html')] },
  ...['reset-password', 'unsubscribe', 'admin/members'].map((page) => ({
    ...visitor,
    method: 'GET',
    path: `/${page}/:part`,
    inputs: [inPath('part', 'x'.repeat(43))],
  })),
]
