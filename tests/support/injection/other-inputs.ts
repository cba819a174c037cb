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

/** Inputs that the server reads but the description omits, at the routes that read most of them. */
const besides: Record<string, Input[]> = {
  'POST /api/auth/register': [address],
  'POST /api/auth/login': [address, browser, device],
  'POST /api/auth/refresh': [address, browser, device, cookie('refresh')],
  'POST /api/auth/forgot-password': [address],
  'POST /api/contact': [address],
  'GET /api/auth/me': [header('authorization', `Bearer ${'x'.repeat(43)}`)],
}

/** All routes of the site with all their inputs. */
export function listAllRoutes(description: OpenApi, endpoints: Endpoint[]): Route[] {
  return [...listRoutes(description, endpoints).map(withOtherInputs), ...otherRoutes]
}

/** Adds the inputs that only the server's code reveals. */
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

/** A list position as `afterCursor` reads it. */
const aPlace = '2026-01-01T09:00:00.000Z 00000000-0000-4000-8000-000000000000'

function base64url(given: string): string {
  return Buffer.from(given).toString('base64url')
}

export const incomingEmail = { address: 'replies@futureworld.example', secret: 'a-secret-of-the-mail-server-in-tests' }

/** An email with the same text in every field. */
function rawEmail(given: string): string {
  const line = given.replaceAll(/[\r\n]/g, ' ')
  const head = [
    `Message-ID: <${line}@mail.example>`,
    `In-Reply-To: <${line}@mail.example>`,
    `From: "${line}" <ada@example.org>`,
    `To: ${incomingEmail.address}`,
    `Subject: ${line}`,
  ]
  return [...head, '', line, ''].join('\r\n')
}

const visitor = { access: 'public', isStream: false } as const

/** Routes outside the description: for calendars, mail servers, the provider and browsers. */
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
      { ...header('authorization', `Bearer ${incomingEmail.secret}`), isRequired: true },
      { ...inPath('recipient', incomingEmail.address), place: 'query', isRequired: false },
      body('message/rfc822', 'Ada', rawEmail),
    ],
  },
  {
    ...visitor,
    method: 'POST',
    path: '/api/policy-reports',
    inputs: [
      body('application/csp-report', 'script-src', (given) =>
        JSON.stringify({ 'csp-report': { 'effective-directive': given } }),
      ),
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
