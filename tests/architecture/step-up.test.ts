import { afterAll, expect, test } from 'vitest'
import { proofNeeded } from '#platform/shared/step-up.ts'
import { endpointName, startAppWithRoutes } from '../support/app/endpoints.ts'
import { totpCode } from '../support/given/second-factor.ts'

/**
 * Routes that require a recent login (ASVS 7.5.1 and 7.5.3), and staff routes that do not, with the reason. A staff
 * route that changes something or returns a file must be in one of the lists, and each list may contain only such
 * routes.
 */

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const identity = [
  // The member's own account.
  'DELETE /api/account',
  'GET /api/account/data',
  'POST /api/account/second-factor/recovery',
  // The feed address gives access even after the session has ended.
  'POST /api/account/calendar-feed',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:sessionId',
  // Access and roles of other accounts.
  'POST /api/admin/staff',
  'PUT /api/admin/members/:memberId/role',
  'PUT /api/admin/members/:memberId/access',
  'POST /api/admin/members/:memberId/password-link',
  'POST /api/admin/members/:memberId/impersonations',
  'POST /api/admin/members/:memberId/data',
  'DELETE /api/admin/members/:memberId',
  // Money, prices, taxes and the company's details.
  'POST /api/admin/purchases/:purchaseId/refunds',
  'POST /api/admin/members/:memberId/packages',
  'PUT /api/admin/catalogue/:packageId',
  'POST /api/admin/discount-codes',
  'PUT /api/admin/discount-codes/:codeId',
  'PUT /api/admin/discount-codes/:codeId/pause',
  'DELETE /api/admin/discount-codes/:codeId',
  'PUT /api/admin/settings',
  'POST /api/admin/exchange-rates',
  // Messages to all members.
  'POST /api/admin/newsletters',
  // Exports of whole lists.
  'GET /api/admin/audit.csv',
  'GET /api/admin/bookings.csv',
  'GET /api/admin/catalogue.csv',
  'GET /api/admin/discount-codes.csv',
  'GET /api/admin/consultants.csv',
  'GET /api/admin/conversations.csv',
  'GET /api/admin/deliverables.csv',
  'GET /api/admin/documents.csv',
  'GET /api/admin/documents/archive',
  'GET /api/admin/metrics.csv',
  'GET /api/admin/inbox.csv',
  'GET /api/admin/emails.csv',
  'GET /api/admin/members.csv',
  'GET /api/admin/payment-anomalies.csv',
  'GET /api/admin/consultant-profiles.csv',
  'GET /api/admin/purchases.csv',
  'GET /api/admin/stories.csv',
]

/** Routes that also require the second factor if the member has one. */
const factor = [
  // A lost factor is removed by email, so changing the email address requires the factor.
  'POST /api/account/email',
  'POST /api/account/authenticator',
  'POST /api/account/authenticator/confirmation',
  'DELETE /api/account/authenticator',
  'POST /api/account/recovery-codes',
  'POST /api/account/passkeys/options',
  'DELETE /api/account/passkeys/:passkeyId',
]

/** Routes that require neither, and why: daily work on one person or object at a time. */
const withoutProof = {
  'an answer or note to one person': [
    'POST /api/admin/conversations/:memberId/answered',
    'POST /api/admin/conversations/:memberId/messages',
    'POST /api/admin/conversations/:memberId/reply-address',
    'POST /api/admin/inbox/:messageId/notes',
    'POST /api/admin/inbox/:messageId/not-spam',
    'POST /api/admin/inbox/:messageId/replies',
    'PUT /api/admin/inbox/:messageId/assignment',
    'POST /api/admin/emails/:emailId/resend',
    'POST /api/admin/members/:memberId/notes',
    'DELETE /api/admin/members/:memberId/notes/:noteId',
    'POST /api/admin/payment-anomalies/:anomalyId/resolution',
  ],
  'a session or deliverable of one member, who is notified': [
    'POST /api/admin/bookings/:bookingId/cancellation',
    'POST /api/admin/bookings/:bookingId/attendance',
    'POST /api/admin/bookings/:bookingId/return',
    'POST /api/admin/members/:memberId/bookings',
    'POST /api/admin/members/:memberId/packages/:entitlementId/extension',
    'POST /api/admin/deliverables/:deliverableId/assignment',
  ],
  'a check or download that changes nothing': [
    'POST /api/admin/payment-keys/check',
    'POST /api/admin/test-email',
    'GET /api/admin/deliverables/:deliverableId/versions/:number/file',
    'GET /api/admin/documents/:reference/pdf',
    'GET /api/admin/members/:memberId/files/:fileId',
  ],
  'ends a login or an impersonation, which is safer': [
    'DELETE /api/admin/members/:memberId/devices/:sessionId',
    'DELETE /api/admin/impersonations/:impersonationId',
  ],
  'public content that is easily restored': [
    'PUT /api/admin/consultants/:consultantId/session-types',
    'PUT /api/admin/consultant-profiles/:accountId',
    'POST /api/admin/stories',
    'PUT /api/admin/stories/:storyId',
  ],
  "a consultant's own sessions and work": [
    'DELETE /api/consultant/calendars/:calendarId',
    'DELETE /api/consultant/deliverables/:deliverableId/versions/:number',
    'DELETE /api/consultant/notes/:noteId',
    'GET /api/consultant/bookings/:bookingId/files/:fileId',
    'GET /api/consultant/deliverables/:deliverableId/versions/:number/file',
    'POST /api/consultant/bookings/:bookingId/attendance',
    'POST /api/consultant/bookings/:bookingId/notes',
    'POST /api/consultant/calendars',
    'POST /api/consultant/deliverables/:deliverableId/approval-request',
    'POST /api/consultant/deliverables/:deliverableId/assignment',
    'POST /api/consultant/deliverables/:deliverableId/comments',
    'POST /api/consultant/deliverables/:deliverableId/delivery',
    'POST /api/consultant/deliverables/:deliverableId/versions/file',
    'POST /api/consultant/deliverables/:deliverableId/versions/note',
    'POST /api/consultant/sick-day',
    'PUT /api/consultant/availability',
  ],
}

const anyId = '00000000-0000-4000-8000-000000000000'
const callers = {
  member: await app.quickMember(),
  consultant: await app.quickMember('consultant'),
  administrator: await app.quickMember('administrator'),
}
const securedMember = await app.quickMember()
const { body } = await securedMember.post('/api/account/authenticator')
await securedMember.post('/api/account/authenticator/confirmation', {
  code: totpCode(body.data.secret, app.clock.now()),
})
app.clock.advance({ minutes: 10 })
const loggedInByPassword = await app.returning(securedMember)

test('every route that requires a recent login is listed, and so is every staff route that changes something', () => {
  const withProof = endpoints.filter((endpoint) => proofNeeded(endpoint))
  const staffActions = endpoints.filter(
    ({ access, method, file }) => access !== 'public' && access !== 'member' && (method !== 'GET' || file),
  )
  const required = new Set([...withProof, ...staffActions].map(endpointName))
  const listed = [...identity, ...factor, ...Object.values(withoutProof).flat()]
  expect([...required].sort()).toEqual(listed.sort())
})

test.each(identity)('%s requires a recent login', async (name) => {
  expect(await tryAs(callers, name)).toEqual({ status: 409, code: 'reauthentication-needed' })
})

test.each(factor)('%s requires a recent login, and the second factor if there is one', async (name) => {
  expect(await tryAs(callers, name)).toEqual({ status: 409, code: 'reauthentication-needed' })
  expect(await tryAs({ ...callers, member: loggedInByPassword }, name)).toEqual({ status: 409, code: 'factor-needed' })
})

test.each(Object.values(withoutProof).flat())('%s does not require a recent login', async (name) => {
  expect((await tryAs(callers, name)).code).not.toBe('reauthentication-needed')
})

async function tryAs(callerSet: typeof callers, name: string) {
  const { access, method, path } = endpoints.find((endpoint) => endpointName(endpoint) === name) ?? {}
  if (!(access && method && path) || access === 'public') throw new Error(`There is no ${name}`)
  const answer = await callerSet[access].send(method, path.replaceAll(/:\w+/g, anyId))
  return { status: answer.status, code: answer.body.code as string }
}
