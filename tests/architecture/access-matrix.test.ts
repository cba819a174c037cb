import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { endpointName, type JsonSchema, startAppWithRoutes, toJsonSchema } from '../support/app/endpoints.ts'
import { newPerson } from '../support/app/start-app.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { book, givenPackage, hoursAhead } from '../support/given/bookings.ts'
import { makeOrder, startPaying } from '../support/given/checkout.ts'
import { givenPasskey } from '../support/given/passkey.ts'
import { buy, newRefund } from '../support/given/refunds.ts'
import { subscribe } from '../support/given/subscriptions.ts'

/** Who may call which endpoint (SECURITY S1). A route without a row fails, and so does a row without a route. */

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
type Row = { statuses: Record<Caller, number>; url: string; body?: () => unknown; headers?: Record<string, string> }
/** What is sent with a request, or only its body. The address comes from the name if no `url` is given. */
type Input = { url?: string; query?: string; body?: () => unknown; headers?: Row['headers'] } | (() => unknown)

const owner = await app.quickMember()
const purchase = await startPaying(owner)
const paid = await buy(app, { member: owner, packageId: 'biz-future-basic' })
const missing = '00000000-0000-4000-8000-000000000000'

const allCallers = (status: number): Record<Caller, number> => ({
  visitor: status,
  owner: status,
  otherMember: status,
  consultant: status,
  administrator: status,
  disabledMember: status,
  deletedMember: status,
  loggedOut: status,
})
const loggedInCallers = (status: number) => ({
  ...allCallers(status),
  visitor: 401,
  disabledMember: 401,
  deletedMember: 401,
  loggedOut: 401,
})
const anyLoggedIn = loggedInCallers(200)
const ownerOnly = { ...loggedInCallers(404), owner: 200 }
const administrators = { ...loggedInCallers(403), administrator: 200 }
const consultants = { ...loggedInCallers(403), consultant: 200 }

function contactMessage() {
  return { name: 'Ada', email: newPerson().email, message: 'Which package fits?' }
}

function guardianRequest() {
  return { packageId: 'my-future-basic', market: 'uk', guardian: { name: 'Anne', email: newPerson().email } }
}

const consultant = await givenBookableConsultant(app)
const sessionLine = { entitlementId: await givenPackage(app, owner.id, { days: 100 }), lineKey: 'initial-consultation' }
let requestedTimes = 0
/** A different time for each request. */
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
const noPasskey = { id: 'none', clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' }

const documentReference = (await owner.get('/api/documents')).body.data.items[0].reference as string

const [entitlement] = (await owner.get('/api/entitlements')).body.data.items

const order = await makeOrder(owner, 'study-world-basic')

const { id: subscriptionId } = await subscribe(app, owner)

const { items: packages } = (await (await app.returning(owner)).get('/api/entitlements')).body.data
const { id: entitlementWithSessions } = packages.find(({ title }: { title: string }) => title === 'MY FUTURE X')

const { body: sessions } = await (await app.returning(owner)).get('/api/account/sessions')
const session = sessions.data.items.find(({ isThis }: { isThis: boolean }) => isThis)

const { body: notificationList } = await (await app.returning(owner)).get('/api/notifications')
const [notification] = notificationList.data.items
const [item] = (await owner.get('/api/deliverables')).body.data.items as { id: string }[]
const packageDraft = {
  title: 'A package',
  description: 'For anybody.',
  netPrice: 9_900,
  spanWeeks: 1,
  spanMonths: 0,
  features: ['A report'],
  isOnSale: true,
  lines: [
    {
      key: null,
      kind: 'deliverable',
      title: 'Report',
      minutes: null,
      unit: 'report',
      quantity: 1,
      grantedPer: 'purchase',
      weight: 10_000,
    },
  ],
}

const settingsDraft = {
  company: {
    brandName: 'A company',
    legalName: 'A company Ltd',
    foundedYear: 2020,
    address: ['1 Street', 'London'],
    phone: '+44 20 7946 0123',
    email: 'hello@company.example',
    companyNumber: '01234567',
    vatNumber: null,
    socialLinks: [],
  },
  tax: { vatRate: 2_000, otherRate: 1_000 },
  legal: { privacy: '', terms: '' },
  confirmed: [],
}
const availabilityDraft = {
  version: 0,
  timeZone: 'Europe/London',
  bufferMinutes: 0,
  minimumNoticeMinutes: 0,
  horizonDays: 60,
  dailyLimit: null,
  meetingUrl: null,
  weeklyHours: [],
  dateOverrides: [],
  daysOff: [],
  sessions: null,
}

const reason = 'They asked for it'
const file = { body: () => Buffer.from('%PDF-1.7'), headers: { 'content-type': 'application/octet-stream' } }

/** What the owner has. */
const ownIds: Record<string, string> = {
  bookingId: booking,
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
/** What nobody has. */
const unknownIds = { number: '1' }

/** Rows with these statuses. @param ids the parameters of their addresses; any other is an id that does not exist */
function rowsAnswered(statuses: Row['statuses'], ids: Record<string, string>, inputs: Record<string, Input>) {
  const row = ([name, input]: [string, Input]): [string, Row] => {
    const path = name.replace(/^\w+ /, '').replaceAll(/:(\w+)/g, (_, parameter) => ids[parameter] ?? missing)
    const { query, ...request } = typeof input === 'function' ? { body: input } : input
    return [name, { statuses, url: query ? `${path}?${query}` : path, ...request }]
  }
  return Object.fromEntries(Object.entries(inputs).map(row))
}

// In an order in which no row ends the sessions, passkeys or purchases that a later one needs.
const rows: Record<string, Row> = {
  ...rowsAnswered({ ...loggedInCallers(409), owner: 200 }, ownIds, {
    'POST /api/account/second-factor/recovery': {},
  }),
  ...rowsAnswered(ownerOnly, ownIds, {
    'GET /api/bookings/:bookingId/files': {},
    'PATCH /api/account/passkeys/:passkeyId': () => ({ name: 'Phone' }),
    'DELETE /api/account/passkeys/:passkeyId': {},
    'DELETE /api/account/sessions/:sessionId': {},
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
    'POST /api/bookings/:bookingId/time': () => ({
      startsAt: hoursAhead(app, 98).toISOString(),
      consultantId: consultant.id,
    }),
    'GET /api/documents/:reference/text': {},
    'GET /api/documents/:reference/pdf': {},
  }),
  ...rowsAnswered({ ...ownerOnly, owner: 409 }, ownIds, {
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
    // Refused because the final call depends on it and must be cancelled first.
    'POST /api/bookings/:bookingId/cancellation': () => ({ outcome: 'returned' }),
  }),
  ...rowsAnswered(allCallers(200), ownIds, {
    'GET /api/packages': {},
    'GET /api/company': {},
    'GET /api/company/legal-notes': {},
    'GET /api/consultants': {},
    'GET /api/stories': {},
    'GET /api/quotes/:market/:packageId': {},
    'GET /api/contact/form': {},
    'POST /api/contact': contactMessage,
    'POST /api/complaints': () => ({ ...contactMessage(), topic: 'service' }),
    'POST /api/auth/register': newPerson,
    'POST /api/auth/refresh': {},
    'POST /api/auth/forgot-password': () => ({ email: newPerson().email }),
    'POST /api/auth/passkey/options': () => ({}),
  }),
  ...rowsAnswered(allCallers(400), ownIds, {
    'POST /api/auth/login': () => ({ email: 'nobody@example.org', password: 'not the password' }),
    'POST /api/auth/verify-email': () => ({ token: 'no such token' }),
    'POST /api/auth/second-factor/recovery': () => ({ challenge: 'no such one' }),
    'POST /api/auth/email-undo': () => ({ token: 'no such token' }),
    'POST /api/auth/reset-password/:token': () => ({
      password: newPerson().password,
      confirmPassword: newPerson().password,
      token: 'no-such-token',
    }),
    'POST /api/auth/second-factor': () => ({ challenge: 'no such challenge', code: '123456' }),
    'POST /api/auth/second-factor/setup': () => ({ challenge: 'no such challenge' }),
    'POST /api/auth/passkey': () => ({ challenge: 'no such challenge', passkey: noPasskey }),
    'POST /api/guardian-consents/lookup': () => ({ token: 'no such token' }),
    'POST /api/guardian-consents/answer': () => ({ token: 'no such token', agrees: true }),
  }),
  ...rowsAnswered(allCallers(404), ownIds, {
    'POST /api/unsubscribe/:token': {},
  }),
  ...rowsAnswered(anyLoggedIn, ownIds, {
    'GET /api/conversation': {},
    'GET /api/conversation/stream': {},
    'POST /api/conversation/messages': () => ({ id: crypto.randomUUID(), text: 'Which package fits?' }),
    'POST /api/conversation/read': () => ({ until: '2026-11-22T12:00:00.000Z' }),
    'GET /api/quotes/:market/:packageId/member': {},
    'POST /api/auth/verify-email/link': {},
    'POST /api/auth/reauthentication/passkey/options': {},
    'GET /api/account/second-factor': {},
    'POST /api/account/authenticator': {},
    'POST /api/account/passkeys/options': {},
    'POST /api/auth/logout': {},
    'GET /api/auth/me': {},
    'GET /api/account/sessions': {},
    'DELETE /api/account/sessions': {},
    'GET /api/account/data': {},
    'GET /api/account/deletion': {},
    'GET /api/account': {},
    'PATCH /api/account': () => ({ timeZone: 'Europe/Paris' }),
    'PUT /api/account/notifications': () => ({ choices: [{ kind: 'news', channel: 'email', isOn: false }] }),
    'POST /api/account/email': () => ({ email: newPerson().email }),
    'DELETE /api/account/email': {},
    'DELETE /api/account/picture': {},
    'GET /api/account/calendar-feed': {},
    'POST /api/account/calendar-feed': {},
    'DELETE /api/account/calendar-feed': {},
    'GET /api/notifications': {},
    'GET /api/notifications/stream': {},
    'POST /api/notifications/read': () => ({ until: new Date().toISOString() }),
    'GET /api/portal/dashboard': {},
    'GET /api/purchases': {},
    'POST /api/purchases': () => order,
    'GET /api/subscriptions': {},
    'POST /api/guardian-consents': guardianRequest,
    'GET /api/entitlements': {},
    'GET /api/deliverables': {},
    'GET /api/deliverables/progress': {},
    'GET /api/sessions': {},
    'DELETE /api/reservations': {},
    'GET /api/bookings': { query: 'when=upcoming' },
    'GET /api/documents': {},
  }),
  ...rowsAnswered(loggedInCallers(400), ownIds, {
    'POST /api/auth/reauthentication': () => ({ password: 'not the password' }),
    'POST /api/account/password': () => ({ currentPassword: 'not the password', password: newPerson().password }),
    'POST /api/account/authenticator/confirmation': () => ({ code: '000000' }),
    'POST /api/account/passkeys': () => ({
      challenge: 'no such challenge',
      name: 'Phone',
      response: { id: 'none', clientDataJSON: 'none', attestationObject: 'none', transports: [] },
    }),
    'DELETE /api/account': () => ({ confirmation: 'no' }),
    'PUT /api/account/picture': () => ({ image: 'AAAA' }),
  }),
  ...rowsAnswered(loggedInCallers(404), unknownIds, {
    'GET /api/bookings/:bookingId/notes': {},
    'POST /api/bookings/:bookingId/files': { query: 'name=letter.pdf', ...file },
    'GET /api/bookings/:bookingId/files/:fileId': { url: `/api/bookings/${booking}/files/${missing}` },
    'DELETE /api/bookings/:bookingId/files/:fileId': { url: `/api/bookings/${booking}/files/${missing}` },
    'GET /api/bookings/:bookingId/rating': {},
    'PUT /api/bookings/:bookingId/rating': () => ({
      score: 5,
      comment: null,
      mayPublish: false,
      consentVersion: '2026-11',
      shownName: '',
    }),
    'DELETE /api/bookings/:bookingId/rating': {},
    'GET /api/bookings/:bookingId/waitlist': {},
    'PUT /api/bookings/:bookingId/waitlist': () => ({
      windows: [{ from: '2126-12-03T10:00:00Z', until: '2126-12-03T12:00:00Z' }],
    }),
    'DELETE /api/bookings/:bookingId/waitlist': {},
    'POST /api/bookings/:bookingId/waitlist-offers/:offerId/acceptance': {},
    'POST /api/bookings/:bookingId/waitlist-offers/:offerId/refusal': {},
    'GET /api/account/picture': {},
    'GET /api/deliverables/:deliverableId/versions/:number/file': {
      url: `/api/deliverables/${item?.id}/versions/1/file`,
    },
  }),
  ...rowsAnswered(loggedInCallers(409), ownIds, {
    'DELETE /api/account/authenticator': {},
    'POST /api/account/recovery-codes': {},
  }),
  ...rowsAnswered(consultants, ownIds, {
    'GET /api/consultant/calendars': {},
    'GET /api/consultant/deliverables': { query: 'list=open' },
  }),
  ...rowsAnswered({ ...consultants, consultant: 404 }, ownIds, {
    'DELETE /api/consultant/notes/:noteId': {},
    'DELETE /api/consultant/calendars/:calendarId': {},
    'GET /api/consultant/deliverables/:deliverableId': {},
    'GET /api/consultant/deliverables/:deliverableId/versions/:number/file': {},
    'POST /api/consultant/deliverables/:deliverableId/assignment': {},
    'POST /api/consultant/deliverables/:deliverableId/versions/file': { query: 'name=report.pdf', ...file },
    'POST /api/consultant/deliverables/:deliverableId/versions/note': () => ({ note: 'Ready' }),
    'DELETE /api/consultant/deliverables/:deliverableId/versions/:number': {},
    'POST /api/consultant/deliverables/:deliverableId/approval-request': {},
    'POST /api/consultant/deliverables/:deliverableId/delivery': {},
    'POST /api/consultant/deliverables/:deliverableId/comments': () => ({ text: 'Here it is' }),
  }),
  ...rowsAnswered({ ...consultants, consultant: 409 }, unknownIds, {
    'GET /api/consultant/availability': {},
    'PUT /api/consultant/availability': () => availabilityDraft,
    'GET /api/consultant/bookings': {},
    'GET /api/consultant/bookings/:bookingId': {},
    'POST /api/consultant/bookings/:bookingId/attendance': () => ({ attendance: 'held' }),
    'GET /api/consultant/bookings/:bookingId/notes': {},
    'POST /api/consultant/bookings/:bookingId/notes': () => ({ text: 'Well prepared', isShared: false }),
    'GET /api/consultant/sick-day': {},
    'POST /api/consultant/sick-day': () => ({ sessions: 0 }),
    'POST /api/consultant/calendars': () => ({ url: 'https://calendar.example.org/mine.ics' }),
    'GET /api/consultant/bookings/:bookingId/files': {},
    'GET /api/consultant/bookings/:bookingId/files/:fileId': {},
  }),
  ...rowsAnswered(administrators, unknownIds, {
    'GET /api/admin/first-steps': {},
    'POST /api/admin/test-email': {},
    'GET /api/admin/overview': {},
    'GET /api/admin/metrics': { query: 'metric=sessions-held' },
    'GET /api/admin/metrics/total': { query: 'metric=revenue' },
    'GET /api/admin/metrics.csv': { query: 'metric=revenue' },
    'GET /api/admin/members': {},
    'GET /api/admin/members.csv': {},
    'DELETE /api/admin/impersonations/:impersonationId': {},
    'POST /api/admin/staff': () => ({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: newPerson().email,
      role: 'consultant',
    }),
    'GET /api/admin/audit': {},
    'GET /api/admin/audit.csv': {},
    'GET /api/admin/audit/choices': {},
    'GET /api/admin/conversations.csv': {},
    'GET /api/admin/conversations': {},
    'GET /api/admin/emails.csv': {},
    'GET /api/admin/emails': {},
    'GET /api/admin/email-previews': {},
    'POST /api/admin/newsletters': () => ({ sendingId: randomUUID(), subject: 'News', text: 'There is news.' }),
    'GET /api/admin/purchases': {},
    'GET /api/admin/purchases.csv': {},
    'GET /api/admin/payment-anomalies.csv': {},
    'GET /api/admin/documents': {},
    'GET /api/admin/documents.csv': {},
    'GET /api/admin/documents/totals': { query: 'from=2026-04-01&until=2026-06-30' },
    'GET /api/admin/exchange-rates/current': {},
    'POST /api/admin/exchange-rates': () => ({
      currency: 'USD',
      validFrom: '2026-11-01',
      unitsPerPound: '1.31',
      source: 'HMRC monthly rate',
    }),
    'GET /api/admin/bookings': {},
    'GET /api/admin/bookings.csv': {},
    'GET /api/admin/consultants': {},
    'GET /api/admin/consultants.csv': {},
    'GET /api/admin/deliverables': {},
    'GET /api/admin/deliverables.csv': {},
    'GET /api/admin/deliverables/assignees': {},
    'GET /api/admin/payment-anomalies': {},
    'GET /api/admin/ratings': {},
    'GET /api/admin/settings': {},
    'GET /api/admin/stories': {},
    'GET /api/admin/stories.csv': {},
    'GET /api/admin/consultant-profiles.csv': {},
    'GET /api/admin/consultant-profiles': {},
    'GET /api/admin/inbox': {},
    'GET /api/admin/inbox.csv': {},
    'GET /api/admin/catalogue': {},
    'GET /api/admin/catalogue.csv': {},
    'GET /api/admin/catalogue/:packageId': { url: '/api/admin/catalogue/my-future-basic' },
    'GET /api/admin/purchases/:purchaseId/refunds': { url: `/api/admin/purchases/${paid.id}/refunds` },
    'POST /api/admin/purchases/:purchaseId/refunds': {
      url: `/api/admin/purchases/${paid.id}/refunds`,
      body: () => newRefund(1),
    },
    'GET /api/admin/documents/archive': { query: 'from=2026-04-01&until=2026-06-30' },
  }),
  ...rowsAnswered({ ...administrators, administrator: 404 }, unknownIds, {
    'GET /api/admin/members/:memberId/bookings': { query: 'when=past' },
    'GET /api/admin/members/:memberId/files/:fileId': {},
    'GET /api/admin/members/:memberId/sessions/slots': {
      query: `${new URLSearchParams({
        entitlementId: missing,
        lineKey: 'final-call',
        from: hoursAhead(app, 1).toISOString(),
        until: hoursAhead(app, 48).toISOString(),
      })}`,
    },
    'POST /api/admin/members/:memberId/notes': () => ({ text: 'Prefers the telephone' }),
    'DELETE /api/admin/members/:memberId/notes/:noteId': {},
    'POST /api/admin/members/:memberId/packages': () => ({ packageId: 'my-future-basic', reason }),
    'POST /api/admin/members/:memberId/packages/:entitlementId/extension': () => ({
      until: '2026-12-24',
      from: '2026-11-22T12:00:00.000Z',
      reason,
    }),
    'POST /api/admin/members/:memberId/bookings': () => ({
      ...finalCall,
      ...nextTime(),
      place: 'online',
      phone: null,
      notes: null,
      staffNote: null,
      reason,
    }),
    'PUT /api/admin/members/:memberId/access': () => ({ isAllowed: false, reason }),
    'PUT /api/admin/members/:memberId/role': () => ({ role: 'consultant', from: 'member', reason }),
    'DELETE /api/admin/members/:memberId/devices/:sessionId': () => ({ reason }),
    'DELETE /api/admin/members/:memberId': () => ({ confirmation: 'ERASE', reason }),
    'GET /api/admin/conversations/:memberId': {},
    'GET /api/admin/conversations/:memberId/stream': {},
    'POST /api/admin/conversations/:memberId/messages': () => ({
      id: crypto.randomUUID(),
      text: 'This one.',
      seenUntil: null,
    }),
    'POST /api/admin/conversations/:memberId/answered': () => ({ seenUntil: null }),
    'POST /api/admin/conversations/:memberId/reply-address': {},
    'GET /api/admin/emails/:emailId': {},
    'POST /api/admin/emails/:emailId/resend': {},
    'GET /api/admin/purchases/:purchaseId': {},
    'GET /api/admin/documents/:reference/pdf': {},
    'GET /api/admin/bookings/:bookingId': {},
    'POST /api/admin/bookings/:bookingId/cancellation': () => ({ reason: 'The office is shut' }),
    'POST /api/admin/bookings/:bookingId/attendance': () => ({ attendance: 'held', reason: 'It was' }),
    'GET /api/admin/consultants/:consultantId': {},
    'PUT /api/admin/consultants/:consultantId/session-types': () => ({ version: 0, sessions: null }),
    'GET /api/admin/deliverables/:deliverableId': {},
    'GET /api/admin/deliverables/:deliverableId/versions/:number/file': {},
    'POST /api/admin/deliverables/:deliverableId/assignment': () => ({ from: null, to: null }),
    'POST /api/admin/payment-anomalies/:anomalyId/resolution': () => ({ reason: 'Looked at' }),
    'GET /api/admin/stories/:storyId': {},
    'PUT /api/admin/stories/:storyId': () => ({
      version: 1,
      title: 'A title',
      start: 'A start',
      work: 'Work',
      result: 'A result',
      isShown: true,
    }),
    'GET /api/admin/consultant-profiles/:accountId': {},
    'PUT /api/admin/consultant-profiles/:accountId': () => ({
      version: 0,
      displayName: 'Ada',
      jobTitle: null,
      summary: 'Listens.',
      languages: ['en'],
      services: ['MY_FUTURE'],
      position: 0,
      isShown: false,
      image: null,
    }),
    'GET /api/admin/inbox/:messageId': {},
    'POST /api/admin/inbox/:messageId/replies': () => ({ id: randomUUID(), text: 'An answer' }),
    'POST /api/admin/inbox/:messageId/notes': () => ({ id: randomUUID(), text: 'A note' }),
    'PUT /api/admin/inbox/:messageId/assignment': () => ({ version: 0, state: 'closed', assigneeId: null }),
    'POST /api/admin/inbox/:messageId/not-spam': {},
    'PUT /api/admin/catalogue/:packageId': () => ({ version: 1, draft: packageDraft }),
    'POST /api/admin/stories': () => ({
      ratingId: missing,
      title: 'A title',
      start: 'A start',
      work: 'Work',
      result: 'A result',
    }),
    'POST /api/admin/bookings/:bookingId/return': () => ({ reason: 'Our fault' }),
    'GET /api/admin/members/:memberId': {},
    'GET /api/admin/members/:memberId/packages': {},
    'GET /api/admin/members/:memberId/purchases': {},
    'GET /api/admin/members/:memberId/emails': {},
    'GET /api/admin/members/:memberId/files': {},
    'GET /api/admin/members/:memberId/notes': {},
    'GET /api/admin/members/:memberId/session-notes': {},
    'GET /api/admin/members/:memberId/devices': {},
    'GET /api/admin/members/:memberId/deletion': {},
    'GET /api/admin/members/:memberId/sessions': {},
    'POST /api/admin/members/:memberId/password-link': () => ({ reason }),
    'POST /api/admin/members/:memberId/data': () => ({ reason }),
    'POST /api/admin/members/:memberId/impersonations': () => ({ reason }),
  }),
  ...rowsAnswered({ ...administrators, administrator: 409 }, unknownIds, {
    // The tests have no Stripe keys.
    'POST /api/admin/payment-keys/check': {},
    'PUT /api/admin/settings': () => ({ ...settingsDraft, version: 99 }),
  }),
}

/** Routes outside the contracts, and why they may exist. */
const otherRoutes = [
  'POST /api/webhooks/stripe', // authenticated by Stripe's signature
  'POST /api/incoming-mail', // authenticated by the mail server's secret
  'POST /api/policy-reports', // any browser may report policy violations
  'GET /calendar/:file', // authenticated by the token in the address
  'GET /consultants/:consultantId/picture', // a picture on a public page
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  '* /api/*', // answers 404
]

test('every endpoint has a row in this table, and every row an endpoint', () => {
  expect(endpoints.map(endpointName).sort()).toEqual(Object.keys(rows).sort())
})

test('no route is served except those listed here', () => {
  const unlistedRoutes = routes
    .filter(({ config, url }) => !config?.endpoint && !url.startsWith('/api/docs'))
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${Array.isArray(method) ? '*' : method} ${url}`)
  expect(unlistedRoutes.sort()).toEqual([...otherRoutes].sort())
})

for (const [name, { statuses, url, body, headers }] of Object.entries(rows)) {
  const [method] = name.split(' ') as ['GET' | 'POST' | 'DELETE' | 'PUT']
  test.each(Object.entries(statuses) as [Caller, number][])(
    `${name}: %s is answered with %i`,
    async (caller, status) => {
      const isRefused = status === 401 || status === 403
      const client = await (isRefused && caller !== 'owner' ? refusedClient(caller) : clientFor(caller))
      const answer = await client.send(method, url, body?.(), headers)
      expect(answer.status).toBe(status)
      const isFile = status === 200 && endpoints.some((endpoint) => endpointName(endpoint) === name && endpoint.file)
      const isStream = endpoints.some((endpoint) => endpointName(endpoint) === name && endpoint.events)
      if (status === 200 && isStream) expect(answer.headers['content-type']).toBe('text/event-stream')
      else if (isFile) expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
      else expect(answer.body.success).toBe(status === 200)
    },
  )
}

const withOwner = Object.entries(rows).filter(([, { url }]) => findOwnedId(url) !== '')

test.each(withOwner)("%s: another member's object looks like a missing one", async (name, { url, body }) => {
  const [method] = name.split(' ') as ['GET' | 'POST']
  for (const caller of ['otherMember', 'administrator'] as const) {
    const stranger = await clientFor(caller)
    const foreign = await stranger.send(method, url, body?.())
    const absent = await stranger.send(method, url.replace(findOwnedId(url), missing), body?.())
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body])
  }
})

test.each(withOwner)('%s: a malformed id is refused, and for visitors like any other', async (name, { url, body }) => {
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

/** The id of an owned object in an address. */
function findOwnedId(url: string): string {
  return [purchase.id, passkey, documentReference, booking, notification.id].find((id) => url.includes(id)) ?? ''
}

const refusedClients = new Map<Caller, ReturnType<typeof clientFor>>()

/**
 * A refusal changes no state, so one client per caller is reused for all of them; other calls may end the owner's
 * session.
 */
function refusedClient(caller: Caller) {
  const client = refusedClients.get(caller) ?? clientFor(caller)
  refusedClients.set(caller, client)
  return client
}

async function clientFor(caller: Caller) {
  if (caller === 'visitor') return app.stranger()
  if (caller === 'owner') {
    const returned = await app.returning(owner)
    // With a passkey, because changing a second factor requires one.
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
