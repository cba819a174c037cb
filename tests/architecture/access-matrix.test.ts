import { afterAll, expect, test } from 'vitest'
import { sampleSlugs } from '#features/marketing/samples/contract.ts'
import { endpointName, type JsonSchema, startAppWithRoutes, toJsonSchema } from '../support/app/endpoints.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { book, givenPackage, hoursAhead } from '../support/given/bookings.ts'
import { startPaying } from '../support/given/checkout.ts'
import { givenPasskey } from '../support/given/passkey.ts'
import { buy } from '../support/given/refunds.ts'
import { addCard } from '../support/given/saved-cards.ts'
import { subscribe } from '../support/given/subscriptions.ts'

/** Who may call which endpoint. The test fails for a route without a row and for a row without a route. */

const { app, routes, endpoints } = await startAppWithRoutes()
afterAll(app.close)

type Caller =
  | 'visitor'
  | 'owner'
  | 'otherMember'
  | 'consultant'
  | 'administrator'
  | 'disabledMember'
  | 'deletedMember'
  | 'loggedOut'
type Answered = number | 'neither 401 nor 403'
type Row = { statuses: Partial<Record<Caller, Answered>>; url: string; body?: () => unknown }
/** The parts of a request, or only its body. Without a `url`, the address is derived from the endpoint's name. */
type Input = { url?: string; query?: string; body?: () => unknown } | (() => unknown)

const owner = await app.quickMember()
const purchase = await startPaying(owner)
const paid = await buy(app, { member: owner, packageId: 'biz-future-basic' })
const missing = '00000000-0000-4000-8000-000000000000'

const authorised: Answered = 'neither 401 nor 403'
const withoutLogin = { visitor: 401, disabledMember: 401, deletedMember: 401, loggedOut: 401 } as const
const loggedInCallers = (status: Answered) => ({
  ...withoutLogin,
  otherMember: status,
  consultant: status,
  administrator: status,
})
const ownerOnly = { ...loggedInCallers(404), owner: 200 }
const anyLoggedIn = loggedInCallers(authorised)
const anybody: Row['statuses'] = {
  ...anyLoggedIn,
  visitor: authorised,
  disabledMember: authorised,
  deletedMember: authorised,
  loggedOut: authorised,
}
const consultants = { ...loggedInCallers(403), consultant: authorised }
const administrators = { ...loggedInCallers(403), administrator: authorised }

const consultant = await givenBookableConsultant(app)
const sessionLine = { entitlementId: await givenPackage(app, owner.id, { days: 100 }), lineKey: 'initial-consultation' }
let requestedTimes = 0
/** Returns a different time for each request. */
const nextTime = () => ({
  startsAt: hoursAhead(app, 100 + ++requestedTimes).toISOString(),
  consultantId: consultant.id,
})
const sessionBooking = await book(owner, {
  ...sessionLine,
  startsAt: hoursAhead(app, 99),
  consultantId: consultant.id,
})
const booking = sessionBooking.body.data.id as string
const finalCall = { ...sessionLine, lineKey: 'final-call' }

const passkey = await givenPasskey(app, owner.id)

const documentReference = (await owner.get('/api/documents')).body.data.items[0].reference as string

const [entitlement] = (await owner.get('/api/entitlements')).body.data.items

const { id: subscriptionId } = await subscribe(app, owner)
const { id: cardId } = await addCard(app, owner, 'tok_amex')

const { items: packages } = (await (await app.returning(owner)).get('/api/entitlements')).body.data
const { id: entitlementWithSessions } = packages.find(({ title }: { title: string }) => title === 'MY FUTURE X')

const { body: sessions } = await (await app.returning(owner)).get('/api/account/sessions')
const session = sessions.data.items.find(({ isThis }: { isThis: boolean }) => isThis)

const { body: notificationList } = await (await app.returning(owner)).get('/api/notifications')
const [notification] = notificationList.data.items
const [item] = (await owner.get('/api/deliverables')).body.data.items as { id: string }[]
/** The ids of the owner's objects, by path parameter. */
const ownIds: Record<string, string> = {
  bookingId: booking,
  cardId,
  deliverableId: item?.id ?? '',
  entitlementId: entitlement.id,
  market: 'uk',
  notificationId: notification.id,
  number: '1',
  packageId: 'my-future-basic',
  passkeyId: passkey,
  purchaseId: purchase.id,
  reference: documentReference,
  sessionId: session.id,
  subscriptionId,
  token: 'no-such-token',
}
const toPath = (name: string, ids: Record<string, string>) =>
  name.replace(/^\w+ /, '').replaceAll(/:(\w+)/g, (_, parameter) => ids[parameter] ?? missing)

/** @param endpointLists methods and path: `GET POST /api/bookings` */
function rowsFor(statuses: Row['statuses'], endpointLists: string[]): Record<string, Row> {
  const names = endpointLists.flatMap((list) => {
    const [path = '', ...methods] = list.split(' ').toReversed()
    return methods.map((method) => `${method} ${path}`)
  })
  const ids = { market: 'uk', packageId: 'my-future-basic', number: '1' }
  return Object.fromEntries(names.map((name) => [name, { statuses, url: toPath(name, ids) }]))
}

/** Rows for endpoints that act on the owner's objects. */
function ownersRows(statuses: Row['statuses'], inputs: Record<string, Input>): Record<string, Row> {
  const row = ([name, input]: [string, Input]): [string, Row] => {
    const path = toPath(name, ownIds)
    const { query, ...request } = typeof input === 'function' ? { body: input } : input
    return [name, { statuses, url: query ? `${path}?${query}` : path, ...request }]
  }
  return Object.fromEntries(Object.entries(inputs).map(row))
}

// The order matters: no row may end a session, passkey or purchase that a later row needs.
const rows: Record<string, Row> = {
  ...ownersRows(ownerOnly, {
    'GET /api/bookings/:bookingId/files': {},
    'PATCH /api/account/passkeys/:passkeyId': () => ({ name: 'Phone' }),
    'DELETE /api/account/passkeys/:passkeyId': {},
    'DELETE /api/account/sessions/:sessionId': {},
    'PUT /api/cards/:cardId/default': {},
    'DELETE /api/cards/:cardId': {},
    'POST /api/notifications/:notificationId/read': {},
    'GET /api/purchases/:purchaseId': {},
    'POST /api/purchases/:purchaseId/confirmation': {},
    'POST /api/subscriptions/:subscriptionId/cancellation': {},
    'DELETE /api/subscriptions/:subscriptionId/cancellation': {},
    'POST /api/subscriptions/:subscriptionId/card': {},
    'POST /api/subscriptions/:subscriptionId/confirmation': {},
    'GET /api/purchases/:purchaseId/withdrawal': { url: `/api/purchases/${paid.id}/withdrawal` },
    'GET /api/purchases/:purchaseId/refunds': { url: `/api/purchases/${paid.id}/refunds` },
    'POST /api/purchases/:purchaseId/cancellation': {},
    'GET /api/entitlements/:entitlementId/entries': {},
    'GET /api/entitlements/:entitlementId': {},
    'GET /api/sessions/slots': {
      query: `entitlementId=${entitlementWithSessions}&lineKey=consultation&from=2026-03-01T00:00:00Z&until=2026-03-02T00:00:00Z`,
    },
    'GET /api/deliverables/:deliverableId': {},
    'POST /api/deliverables/:deliverableId/comments': () => ({ text: 'In blue' }),
    'POST /api/reservations': () => ({ ...finalCall, ...nextTime() }),
    'POST /api/bookings': () => ({ ...finalCall, ...nextTime(), place: 'online', phone: null, notes: null }),
    'GET /api/bookings/:bookingId': {},
    'GET /api/bookings/:bookingId/calendar-file': {},
    'POST /api/bookings/:bookingId/time': () => ({
      startsAt: hoursAhead(app, 98).toISOString(),
      consultantId: consultant.id,
    }),
    'GET /api/documents/:reference/text': {},
    'GET /api/documents/:reference/pdf': {},
  }),
  ...ownersRows(
    { ...ownerOnly, owner: 409 },
    {
      'PUT /api/subscriptions/:subscriptionId/card': () => ({ setupIntentId: 'seti_nothing' }),
      'POST /api/subscriptions/:subscriptionId/payment': {},
      'POST /api/purchases/:purchaseId/withdrawal': {
        url: `/api/purchases/${paid.id}/withdrawal`,
        body: () => ({ expectedRefund: 1 }),
      },
      // The package has already started.
      'POST /api/entitlements/:entitlementId/start': () => ({ version: 'any', acknowledged: true }),
      'POST /api/deliverables/:deliverableId/approval': () => ({ version: 1 }),
      'POST /api/deliverables/:deliverableId/changes': () => ({ version: 1, text: 'In blue' }),
      // Refused because the final call depends on this booking and must be cancelled first.
      'POST /api/bookings/:bookingId/cancellation': () => ({ outcome: 'returned' }),
    },
  ),
  ...ownersRows(loggedInCallers(404), {
    'GET /api/bookings/:bookingId/files/:fileId': {},
    'DELETE /api/bookings/:bookingId/files/:fileId': {},
  }),
  ...rowsFor(anybody, [
    'GET /api/packages',
    'GET /api/company',
    'GET /api/company/legal-notes',
    'GET /api/consultants',
    'GET /api/consultants/next-free-days',
    'GET /api/services/ratings',
    'GET /api/stories',
    'GET /api/guides',
    'GET /api/guides/:slug',
    'GET /api/samples',
    'GET /api/quotes/:market/:packageId',
    'GET /api/contact/form',
    'POST /api/contact',
    'POST /api/complaints',
    'POST /api/cancellations',
    'POST /api/auth/accounts',
    'POST /api/auth/register',
    'POST /api/auth/refresh',
    'POST /api/auth/forgot-password',
    'POST /api/auth/passkey/options',
    'POST /api/auth/login',
    'POST /api/auth/verify-email',
    'POST /api/auth/second-factor/recovery',
    'POST /api/auth/email-undo',
    'POST /api/auth/reset-password/:token',
    'POST /api/auth/second-factor',
    'POST /api/auth/second-factor/setup',
    'POST /api/auth/passkey',
    'POST /api/guardian-consents/lookup',
    'POST /api/guardian-consents/answer',
    'POST /api/unsubscribe/:token',
  ]),
  ...rowsFor(anyLoggedIn, [
    'POST /api/account/second-factor/recovery',
    'GET /api/conversation',
    'GET /api/conversation/stream',
    'POST /api/conversation/messages',
    'POST /api/conversation/read',
    'GET /api/quotes/:market/:packageId/member',
    'POST /api/auth/verify-email/link',
    'POST /api/auth/reauthentication/passkey/options',
    'GET /api/account/second-factor',
    'POST DELETE /api/account/authenticator',
    'POST /api/account/passkeys/options',
    'POST /api/auth/logout',
    'GET /api/auth/me',
    'GET DELETE /api/account/sessions',
    'GET /api/account/data',
    'GET /api/account/deletion',
    'GET PATCH DELETE /api/account',
    'PUT /api/account/notifications',
    'POST DELETE /api/account/email',
    'DELETE PUT GET /api/account/picture',
    'GET POST DELETE /api/account/calendar-feed',
    'GET /api/notifications',
    'GET /api/notifications/stream',
    'POST /api/notifications/read',
    'GET /api/portal/dashboard',
    'GET POST /api/purchases',
    'GET POST /api/cards',
    'GET /api/subscriptions',
    'POST /api/guardian-consents',
    'GET /api/entitlements',
    'GET /api/deliverables',
    'GET /api/deliverables/progress',
    'GET /api/sessions',
    'DELETE /api/reservations',
    'GET /api/bookings',
    'GET /api/documents',
    'POST /api/auth/reauthentication',
    'POST /api/account/password',
    'POST /api/account/authenticator/confirmation',
    'POST /api/account/passkeys',
    'POST /api/account/recovery-codes',
    'GET /api/bookings/:bookingId/notes',
    'POST /api/bookings/:bookingId/files',
    'GET PUT DELETE /api/bookings/:bookingId/rating',
    'GET PUT DELETE /api/bookings/:bookingId/waitlist',
    'POST /api/bookings/:bookingId/waitlist-offers/:offerId/acceptance',
    'POST /api/bookings/:bookingId/waitlist-offers/:offerId/refusal',
    'GET /api/deliverables/:deliverableId/versions/:number/file',
  ]),
  ...rowsFor(consultants, [
    'GET POST /api/consultant/calendars',
    'GET /api/consultant/deliverables',
    'DELETE /api/consultant/notes/:noteId',
    'DELETE /api/consultant/calendars/:calendarId',
    'GET /api/consultant/deliverables/:deliverableId',
    'GET /api/consultant/deliverables/:deliverableId/versions/:number/file',
    'POST /api/consultant/deliverables/:deliverableId/assignment',
    'POST /api/consultant/deliverables/:deliverableId/versions/file',
    'POST /api/consultant/deliverables/:deliverableId/versions/note',
    'DELETE /api/consultant/deliverables/:deliverableId/versions/:number',
    'POST /api/consultant/deliverables/:deliverableId/approval-request',
    'POST /api/consultant/deliverables/:deliverableId/delivery',
    'POST /api/consultant/deliverables/:deliverableId/comments',
    'GET PUT /api/consultant/availability',
    'GET /api/consultant/bookings',
    'GET /api/consultant/bookings/:bookingId',
    'POST /api/consultant/bookings/:bookingId/attendance',
    'GET POST /api/consultant/bookings/:bookingId/notes',
    'GET POST /api/consultant/sick-day',
    'GET /api/consultant/bookings/:bookingId/files',
    'GET /api/consultant/bookings/:bookingId/files/:fileId',
  ]),
  ...rowsFor(administrators, [
    'GET /api/admin/first-steps',
    'POST /api/admin/test-email',
    'GET /api/admin/overview',
    'GET /api/admin/metrics',
    'GET /api/admin/metrics/total',
    'GET /api/admin/metrics.csv',
    'GET /api/admin/members',
    'GET /api/admin/members.csv',
    'DELETE /api/admin/impersonations/:impersonationId',
    'POST /api/admin/staff',
    'GET /api/admin/audit',
    'GET /api/admin/audit.csv',
    'GET /api/admin/audit/choices',
    'GET /api/admin/conversations.csv',
    'GET /api/admin/conversations',
    'GET /api/admin/emails.csv',
    'GET /api/admin/emails',
    'GET /api/admin/email-previews',
    'POST /api/admin/newsletters',
    'GET /api/admin/purchases',
    'GET /api/admin/purchases.csv',
    'GET /api/admin/payment-anomalies.csv',
    'GET /api/admin/documents',
    'GET /api/admin/documents.csv',
    'GET /api/admin/documents/totals',
    'GET /api/admin/exchange-rates/current',
    'POST /api/admin/exchange-rates',
    'GET /api/admin/bookings',
    'GET /api/admin/bookings.csv',
    'GET /api/admin/consultants',
    'GET /api/admin/consultants.csv',
    'GET /api/admin/deliverables',
    'GET /api/admin/deliverables.csv',
    'GET /api/admin/deliverables/assignees',
    'GET /api/admin/payment-anomalies',
    'GET /api/admin/ratings',
    'GET PUT /api/admin/settings',
    'GET POST /api/admin/stories',
    'GET /api/admin/stories.csv',
    'GET /api/admin/consultant-profiles.csv',
    'GET /api/admin/consultant-profiles',
    'GET /api/admin/inbox',
    'GET /api/admin/inbox.csv',
    'GET /api/admin/catalogue',
    'GET /api/admin/catalogue.csv',
    'GET PUT /api/admin/catalogue/:packageId',
    'GET POST /api/admin/discount-codes',
    'GET /api/admin/discount-codes.csv',
    'GET PUT DELETE /api/admin/discount-codes/:codeId',
    'PUT /api/admin/discount-codes/:codeId/pause',
    'GET /api/admin/discount-codes/:codeId/uses',
    'GET POST /api/admin/purchases/:purchaseId/refunds',
    'GET /api/admin/documents/archive',
    'GET POST /api/admin/members/:memberId/bookings',
    'GET /api/admin/members/:memberId/files/:fileId',
    'GET /api/admin/members/:memberId/sessions/slots',
    'POST GET /api/admin/members/:memberId/notes',
    'DELETE /api/admin/members/:memberId/notes/:noteId',
    'POST GET /api/admin/members/:memberId/packages',
    'POST /api/admin/members/:memberId/packages/:entitlementId/extension',
    'PUT /api/admin/members/:memberId/access',
    'PUT /api/admin/members/:memberId/role',
    'DELETE /api/admin/members/:memberId/devices/:sessionId',
    'DELETE GET /api/admin/members/:memberId',
    'GET /api/admin/conversations/:memberId',
    'GET /api/admin/conversations/:memberId/stream',
    'POST /api/admin/conversations/:memberId/messages',
    'POST /api/admin/conversations/:memberId/answered',
    'POST /api/admin/conversations/:memberId/reply-address',
    'GET /api/admin/emails/:emailId',
    'POST /api/admin/emails/:emailId/resend',
    'GET /api/admin/purchases/:purchaseId',
    'GET /api/admin/documents/:reference/pdf',
    'GET /api/admin/bookings/:bookingId',
    'POST /api/admin/bookings/:bookingId/cancellation',
    'POST /api/admin/bookings/:bookingId/attendance',
    'GET /api/admin/consultants/:consultantId',
    'PUT /api/admin/consultants/:consultantId/session-types',
    'GET /api/admin/deliverables/:deliverableId',
    'GET /api/admin/deliverables/:deliverableId/versions/:number/file',
    'POST /api/admin/deliverables/:deliverableId/assignment',
    'POST /api/admin/payment-anomalies/:anomalyId/resolution',
    'GET PUT /api/admin/stories/:storyId',
    'GET PUT /api/admin/consultant-profiles/:accountId',
    'GET /api/admin/inbox/:messageId',
    'POST /api/admin/inbox/:messageId/replies',
    'POST /api/admin/inbox/:messageId/notes',
    'PUT /api/admin/inbox/:messageId/assignment',
    'POST /api/admin/inbox/:messageId/not-spam',
    'POST /api/admin/bookings/:bookingId/return',
    'GET /api/admin/members/:memberId/purchases',
    'GET /api/admin/members/:memberId/emails',
    'GET /api/admin/members/:memberId/files',
    'GET /api/admin/members/:memberId/session-notes',
    'GET /api/admin/members/:memberId/devices',
    'GET /api/admin/members/:memberId/deletion',
    'GET /api/admin/members/:memberId/sessions',
    'POST /api/admin/members/:memberId/password-link',
    'POST /api/admin/members/:memberId/data',
    'POST /api/admin/members/:memberId/impersonations',
    'POST /api/admin/payment-keys/check',
  ]),
}

/** Routes outside the contracts, and why they are allowed. */
const otherRoutes = [
  'POST /api/webhooks/stripe', // authenticated by Stripe's signature
  'POST /api/incoming-mail', // authenticated by the mail server's secret
  'POST /api/policy-reports', // any browser may report policy violations
  'GET /calendar/:file', // authenticated by the token in the address
  'GET /consultants/:consultantId/picture', // a picture on a public page
  ...sampleSlugs.map((slug) => `GET /samples/${slug}.pdf`), // documents to read before buying
  'GET /api/openapi.json',
  'GET /api/unsubscribe/:token', // redirects to the page that asks
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  '* /api/*', // answers 404
]

test('every endpoint has a row in this table, and every row has an endpoint', () => {
  expect(endpoints.map(endpointName).sort()).toEqual(Object.keys(rows).sort())
})

test('no route is served except those listed here', () => {
  const unlistedRoutes = routes
    .filter(({ config, url }) => !config?.endpoint && !url.startsWith('/api/docs'))
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${Array.isArray(method) ? '*' : method} ${url}`)
  expect(unlistedRoutes.sort()).toEqual([...otherRoutes].sort())
})

for (const [name, { statuses, url, body }] of Object.entries(rows)) {
  const [method] = name.split(' ') as ['GET' | 'POST' | 'DELETE' | 'PUT']
  test.each(Object.entries(statuses) as [Caller, Answered][])(
    `${name}: %s is answered with %s`,
    async (caller, status) => {
      // Only requests to routes that are open to members may end the caller's session.
      const isKept = statuses === administrators || statuses === consultants || [401, 403].includes(Number(status))
      const client = await (isKept ? keptClient(caller) : clientFor(caller))
      const answer = await client.send(method, url, body?.())
      if (status === authorised) expect([401, 403]).not.toContain(answer.status)
      else expect(answer.status).toBe(status)
      const { file, events } = endpoints.find((endpoint) => endpointName(endpoint) === name) ?? {}
      if (answer.status !== 200) expect(answer.body.success).toBe(false)
      else if (events) expect(answer.headers['content-type']).toBe('text/event-stream')
      else if (file) expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
      else expect(answer.body.success).toBe(true)
    },
  )
}

const withOwner = Object.entries(rows).filter(([, { url }]) => findOwnedId(url) !== '')

test.each(withOwner)("%s: responds to another member's object as if it did not exist", async (name, { url, body }) => {
  const [method] = name.split(' ') as ['GET' | 'POST']
  for (const caller of ['otherMember', 'administrator'] as const) {
    const stranger = await clientFor(caller)
    const foreign = await stranger.send(method, url, body?.())
    const absent = await stranger.send(method, url.replace(findOwnedId(url), missing), body?.())
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body])
  }
})

test.each(withOwner)('%s: refuses a malformed id, from members and visitors alike', async (name, { url, body }) => {
  const [method] = name.split(' ') as ['GET' | 'POST']
  const id = findOwnedId(url)
  const returned = await clientFor('owner')
  for (const invalidId of ['1', `${id}x`, '..', "' or 1=1 --", 'null']) {
    const malformed = url.replace(id, encodeURIComponent(invalidId))
    expect([400, 404]).toContain((await returned.send(method, malformed, body?.())).status)
    expect([401, 404]).toContain((await app.visitor.send(method, malformed, body?.())).status)
  }
})

test.each(endpoints.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
  '%s refuses unknown keys',
  (_, { params, query, body }) => {
    for (const schema of [params, query, body]) if (schema) expect(openObjects(toJsonSchema(schema))).toEqual([])
  },
)

test('the API documentation lists every endpoint with a summary', () => {
  const { paths = {} } = app.app.swagger() as { paths?: Record<string, Record<string, { summary?: string }>> }
  const listed = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => {
      expect(summary).toMatch(/\w+ \w+/)
      return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
    }),
  )
  expect(listed.sort()).toEqual(Object.keys(rows).sort())
})

/** Finds the id of one of the owner's objects in an address. */
function findOwnedId(url: string): string {
  return [purchase.id, passkey, documentReference, booking, notification.id].find((id) => url.includes(id)) ?? ''
}

const keptClients = new Map<Caller, ReturnType<typeof clientFor>>()

function keptClient(caller: Caller) {
  const client = keptClients.get(caller) ?? clientFor(caller)
  keptClients.set(caller, client)
  return client
}

async function clientFor(caller: Caller) {
  if (caller === 'visitor') return app.stranger()
  if (caller === 'owner') {
    const returned = await app.returning(owner)
    // As if the owner had just used a passkey, because changing a second factor requires one.
    await app.rows('update session set factor_confirmed_at = confirmed_at where account_id = $1', owner.id)
    return returned
  }
  if (caller === 'administrator' || caller === 'consultant') return app.quickMember(caller)
  const member = await app.quickMember()
  if (caller === 'disabledMember') await app.rows('update account set disabled_at = now() where id = $1', member.id)
  if (caller === 'deletedMember') await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  if (caller === 'loggedOut') await member.post('/api/auth/logout')
  return member
}

/** All objects in a schema, at any depth, that accept unknown keys. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, additionalProperties } = schema as JsonSchema
  const openHere = type === 'object' && additionalProperties !== false ? [path || '/'] : []
  return [...openHere, ...Object.entries(schema).flatMap(([key, inner]) => openObjects(inner, `${path}/${key}`))]
}
