import type { Endpoint } from '#platform/shared/endpoint.ts'
import { incomingEmail } from '../given/incoming-emails.ts'
import { type Input, listRoutes, type OpenApi, type Route } from './list-routes.ts'

const text = { type: 'string' }
const header = (name: string, example: string): Input => ({
  location: 'header',
  name,
  schema: text,
  isRequired: false,
  example,
})
const cookie = (name: string): Input => ({ ...header(name, 'x'.repeat(43)), location: 'cookie' })
const inPath = (name: string, example: string): Input => ({
  location: 'path',
  name,
  schema: text,
  isRequired: true,
  example,
})
const body = (mediaType: string, example: string, encode?: Input['encode']): Input => ({
  location: 'body',
  name: '',
  schema: text,
  isRequired: true,
  mediaType,
  example,
  ...(encode && { encode }),
})

const address = header('x-forwarded-for', '198.18.0.1')
const browser = header('user-agent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0')
const device = cookie('device')

/** Inputs that the server reads although the description omits them, at the routes that read most of them. */
const undocumentedInputs: Record<string, Input[]> = {
  'POST /api/auth/register': [address],
  'POST /api/auth/login': [address, browser, device],
  'POST /api/auth/refresh': [address, browser, device, cookie('refresh')],
  'POST /api/auth/forgot-password': [address],
  'POST /api/contact': [address],
  'GET /api/auth/me': [header('authorization', `Bearer ${'x'.repeat(43)}`)],
}

/** All routes of the site, with all their inputs. */
export function listAllRoutes(description: OpenApi, endpoints: Endpoint[]): Route[] {
  return [...listRoutes(description, endpoints).map(withOtherInputs), ...otherRoutes]
}

/** Adds the inputs that only the server's code reveals. */
function withOtherInputs(route: Route): Route {
  const cursor = route.inputs.find(({ name, location }) => name === 'cursor' && location === 'query')
  return {
    ...route,
    inputs: [
      ...route.inputs,
      ...(cursor ? [{ ...cursor, example: sampleCursor, encode: base64url }] : []),
      ...(undocumentedInputs[`${route.method} ${route.path}`] ?? []),
    ],
  }
}

/** A position in a list, in the format that `afterCursor` reads. */
const sampleCursor = '2026-01-01T09:00:00.000Z 00000000-0000-4000-8000-000000000000'

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

/** An email with the same text in every field. */
function rawEmail(text: string): string {
  const line = text.replaceAll(/[\r\n]/g, ' ')
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

/** Routes that the API description omits: for calendars, mail servers, the provider and browsers. */
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
      { ...inPath('recipient', incomingEmail.address), location: 'query', isRequired: false },
      body('message/rfc822', 'Ada', rawEmail),
    ],
  },
  {
    ...visitor,
    method: 'POST',
    path: '/api/policy-reports',
    inputs: [
      body('application/csp-report', 'script-src', (text) =>
        JSON.stringify({ 'csp-report': { 'effective-directive': text } }),
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
