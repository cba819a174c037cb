import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { book, givenPackage, hoursAhead } from '../support/bookings.ts'
import { orderOf, startPaying } from '../support/checkout.ts'
import { type JsonSchema, jsonSchemaOf, nameOf, startAppWithRoutes } from '../support/endpoints.ts'
import { givenPasskey } from '../support/passkey.ts'
import { buy, refundOf } from '../support/returns.ts'
import { newPerson } from '../support/start-app.ts'
import { subscribe } from '../support/subscription.ts'

/** Who may call what (SECURITY S1). A route without a row here fails; so does a row whose route is gone. */

const { app, routes, endpoints } = await startAppWithRoutes()
afterAll(app.close)

type Who =
  | 'visitor'
  | 'owner'
  | 'otherMember'
  | 'consultant'
  | 'administrator'
  | 'disabledMember'
  | 'deletedMember'
  | 'loggedOut'
type Row = {
  statuses: Record<Who, number>
  url?: string
  body?: () => unknown
  headers?: Record<string, string>
}

const owner = await app.quickMember()
const purchase = await startPaying(owner)
const paid = await buy(app, { member: owner, packageId: 'biz-future-basic' })
const missing = '00000000-0000-4000-8000-000000000000'

const everybody = (status: number): Record<Who, number> => ({
  visitor: status,
  owner: status,
  otherMember: status,
  consultant: status,
  administrator: status,
  disabledMember: status,
  deletedMember: status,
  loggedOut: status,
})
const whoeverIsLoggedInTo = (status: number) => ({
  ...everybody(status),
  visitor: 401,
  disabledMember: 401,
  deletedMember: 401,
  loggedOut: 401,
})
const whoeverIsLoggedIn = whoeverIsLoggedInTo(200)
const theOwner = { ...whoeverIsLoggedIn, otherMember: 404, consultant: 404, administrator: 404 }
const administrators = { ...whoeverIsLoggedIn, owner: 403, otherMember: 403, consultant: 403 }

function writing() {
  return { name: 'Ada', email: newPerson().email, message: 'Which package fits?' }
}

function asking() {
  return { packageId: 'my-future-basic', market: 'uk', guardian: { name: 'Anne', email: newPerson().email } }
}

const consultant = await givenBookableConsultant(app)
const sessionLine = { entitlementId: await givenPackage(app, owner.id, { days: 100 }), lineKey: 'initial-consultation' }
let sessionsAsked = 0
/** A time that nobody has asked for yet. */
const nextTime = () => ({ startsAt: hoursAhead(app, 100 + ++sessionsAsked).toISOString(), consultantId: consultant.id })
const sessionBooking = await book(owner, {
  ...sessionLine,
  startsAt: hoursAhead(app, 99),
  consultantId: consultant.id,
})
const booking = sessionBooking.body.data.id as string
const final = { ...sessionLine, lineKey: 'final-call' }

const passkey = await givenPasskey(app, owner.id)
const noPasskey = { id: 'none', clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' }

const paper = (await owner.get('/api/documents')).body.data.items[0].reference as string

const [entitlement] = (await owner.get('/api/entitlements')).body.data.items

const order = await orderOf(owner, 'study-world-basic')

const { id: subscriptionId } = await subscribe(app, owner)
const subscription = `/api/subscriptions/${subscriptionId}`

const { items: packages } = (await (await app.returning(owner)).get('/api/entitlements')).body.data
const { id: withSessions } = packages.find(({ title }: { title: string }) => title === 'MY FUTURE X')

const { body: sessions } = await (await app.returning(owner)).get('/api/account/sessions')
const session = sessions.data.items.find(({ isThis }: { isThis: boolean }) => isThis)

const { body: told } = await (await app.returning(owner)).get('/api/notifications')
const [notification] = told.data.items
const [item] = (await owner.get('/api/deliverables')).body.data.items as { id: string }[]
const itemUrl = `/api/deliverables/${item?.id}`
const workUrl = `/api/consultant/deliverables/${item?.id}`
const anyConsultant = { ...whoeverIsLoggedInTo(403), consultant: 200 }
/** Theirs is another service, or nothing yet. */
const otherConsultants = { ...anyConsultant, consultant: 404 }

const anyPackage = {
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

const theAdministrator = { ...whoeverIsLoggedInTo(403), administrator: 200 }
const anySettings = {
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
const inboxMessage = `/api/admin/inbox/${missing}`
const noMessage = { ...theAdministrator, administrator: 404 }
const theConsultant = { ...whoeverIsLoggedInTo(403), consultant: 200 }

/** A consultant whose entry staff have not written yet is told so. */
const consultants = { ...whoeverIsLoggedInTo(403), consultant: 409 }

const hours = {
  version: 0,
  timeZone: 'Europe/London',
  bufferMinutes: 0,
  minimumNoticeMinutes: 0,
  horizonDays: 60,
  dailyLimit: null,
  meetingUrl: null,
  weeklyHours: [],
  dayHours: [],
  daysOff: [],
  sessions: null,
}

const memberUrl = `/api/admin/members/${missing}`
const noMember = { ...administrators, administrator: 404 }
const reason = 'They asked for it'

const conversationUrl = `/api/admin/conversations/${missing}`

const rows: Record<string, Row> = {
  'GET /api/conversation': { statuses: whoeverIsLoggedIn },
  'GET /api/conversation/stream': { statuses: whoeverIsLoggedIn },
  'POST /api/conversation/messages': {
    statuses: whoeverIsLoggedIn,
    body: () => ({ id: crypto.randomUUID(), text: 'Which package fits?' }),
  },
  'POST /api/conversation/reading': {
    statuses: whoeverIsLoggedIn,
    body: () => ({ until: '2026-11-22T12:00:00.000Z' }),
  },
  'GET /api/admin/first-steps': { statuses: administrators },
  'POST /api/admin/test-letter': { statuses: administrators },
  'POST /api/admin/payment-keys/check': { statuses: administrators },
  'GET /api/admin/overview': { statuses: administrators },
  'GET /api/admin/figures': { statuses: administrators, url: '/api/admin/figures?figure=sessions-held' },
  'GET /api/admin/figures/total': { statuses: administrators, url: '/api/admin/figures/total?figure=revenue' },
  'GET /api/admin/figures.csv': { statuses: administrators, url: '/api/admin/figures.csv?figure=revenue' },
  'GET /api/admin/members': { statuses: administrators },
  'GET /api/admin/members.csv': { statuses: administrators },
  ...Object.fromEntries(
    [
      '',
      '/packages',
      '/purchases',
      '/mails',
      '/files',
      '/notes',
      '/session-notes',
      '/devices',
      '/deletion',
      '/sessions',
    ].map((part) => [`GET /api/admin/members/:memberId${part}`, { statuses: noMember, url: `${memberUrl}${part}` }]),
  ),
  'GET /api/admin/members/:memberId/bookings': { statuses: noMember, url: `${memberUrl}/bookings?when=past` },
  'GET /api/admin/members/:memberId/files/:fileId': { statuses: noMember, url: `${memberUrl}/files/${missing}` },
  'GET /api/admin/members/:memberId/sessions/times': {
    statuses: noMember,
    url: `${memberUrl}/sessions/times?${new URLSearchParams({
      entitlementId: missing,
      lineKey: 'final-call',
      from: hoursAhead(app, 1).toISOString(),
      until: hoursAhead(app, 48).toISOString(),
    })}`,
  },
  'POST /api/admin/members/:memberId/notes': {
    statuses: noMember,
    url: `${memberUrl}/notes`,
    body: () => ({ text: 'Prefers the telephone' }),
  },
  'DELETE /api/admin/members/:memberId/notes/:noteId': { statuses: noMember, url: `${memberUrl}/notes/${missing}` },
  'POST /api/admin/members/:memberId/packages': {
    statuses: noMember,
    url: `${memberUrl}/packages`,
    body: () => ({ packageId: 'my-future-basic', reason }),
  },
  'POST /api/admin/members/:memberId/packages/:entitlementId/extension': {
    statuses: noMember,
    url: `${memberUrl}/packages/${missing}/extension`,
    body: () => ({ until: '2026-12-24', from: '2026-11-22T12:00:00.000Z', reason }),
  },
  'POST /api/admin/members/:memberId/bookings': {
    statuses: noMember,
    url: `${memberUrl}/bookings`,
    body: () => ({ ...final, ...nextTime(), place: 'online', phone: null, notes: null, reason }),
  },
  'PUT /api/admin/members/:memberId/access': {
    statuses: noMember,
    url: `${memberUrl}/access`,
    body: () => ({ isAllowed: false, reason }),
  },
  'PUT /api/admin/members/:memberId/role': {
    statuses: noMember,
    url: `${memberUrl}/role`,
    body: () => ({ role: 'consultant', from: 'member', reason }),
  },
  ...Object.fromEntries(
    ['password-link', 'data', 'views'].map((part) => [
      `POST /api/admin/members/:memberId/${part}`,
      { statuses: noMember, url: `${memberUrl}/${part}`, body: () => ({ reason }) },
    ]),
  ),
  'DELETE /api/admin/members/:memberId/devices/:sessionId': {
    statuses: noMember,
    url: `${memberUrl}/devices/${missing}`,
    body: () => ({ reason }),
  },
  'DELETE /api/admin/members/:memberId': {
    statuses: noMember,
    url: memberUrl,
    body: () => ({ confirmation: 'ERASE', reason }),
  },
  'DELETE /api/admin/views/:viewId': { statuses: administrators, url: `/api/admin/views/${missing}` },
  'POST /api/admin/staff': {
    statuses: administrators,
    body: () => ({ firstName: 'Grace', lastName: 'Hopper', email: newPerson().email, role: 'consultant' }),
  },
  'GET /api/admin/audit': { statuses: administrators },
  'GET /api/admin/audit.csv': { statuses: administrators },
  'GET /api/admin/audit/choices': { statuses: administrators },
  'GET /api/admin/conversations.csv': { statuses: theAdministrator },
  'GET /api/admin/conversations': { statuses: administrators },
  'GET /api/admin/conversations/:memberId': {
    statuses: { ...administrators, administrator: 404 },
    url: conversationUrl,
  },
  'GET /api/admin/conversations/:memberId/stream': {
    statuses: { ...administrators, administrator: 404 },
    url: `${conversationUrl}/stream`,
  },
  'POST /api/admin/conversations/:memberId/messages': {
    statuses: { ...administrators, administrator: 404 },
    url: `${conversationUrl}/messages`,
    body: () => ({ id: crypto.randomUUID(), text: 'This one.', seenUntil: null }),
  },
  'POST /api/admin/conversations/:memberId/answered': {
    statuses: { ...administrators, administrator: 404 },
    url: `${conversationUrl}/answered`,
    body: () => ({ seenUntil: null }),
  },
  'POST /api/admin/conversations/:memberId/reply-address': {
    statuses: { ...administrators, administrator: 404 },
    url: `${conversationUrl}/reply-address`,
  },
  'GET /api/consultant/availability': { statuses: consultants },
  'PUT /api/consultant/availability': { statuses: consultants, body: () => hours },
  'GET /api/consultant/bookings': { statuses: consultants },
  'GET /api/consultant/bookings/:bookingId': { statuses: consultants, url: `/api/consultant/bookings/${missing}` },
  'POST /api/consultant/bookings/:bookingId/mark': {
    statuses: consultants,
    url: `/api/consultant/bookings/${missing}/mark`,
    body: () => ({ mark: 'held' }),
  },
  'GET /api/consultant/bookings/:bookingId/notes': {
    statuses: consultants,
    url: `/api/consultant/bookings/${missing}/notes`,
  },
  'POST /api/consultant/bookings/:bookingId/notes': {
    statuses: consultants,
    url: `/api/consultant/bookings/${missing}/notes`,
    body: () => ({ text: 'Well prepared', isShared: false }),
  },
  'DELETE /api/consultant/notes/:noteId': {
    statuses: { ...consultants, consultant: 404 },
    url: `/api/consultant/notes/${missing}`,
  },
  'GET /api/consultant/illness': { statuses: consultants },
  'POST /api/consultant/illness': { statuses: consultants, body: () => ({ sessions: 0 }) },
  'GET /api/bookings/:bookingId/notes': { statuses: whoeverIsLoggedInTo(404), url: `/api/bookings/${missing}/notes` },
  'GET /api/admin/mails.csv': { statuses: theAdministrator },
  'GET /api/admin/mails': { statuses: administrators },
  'GET /api/admin/mails/:mailId': {
    statuses: { ...administrators, administrator: 404 },
    url: `/api/admin/mails/${missing}`,
  },
  'POST /api/admin/mails/:mailId/resend': {
    statuses: { ...administrators, administrator: 404 },
    url: `/api/admin/mails/${missing}/resend`,
  },
  'GET /api/admin/mail-examples': { statuses: administrators },
  'POST /api/admin/news': {
    statuses: administrators,
    body: () => ({ sendingId: randomUUID(), subject: 'News', text: 'There is news.' }),
  },
  'POST /api/unsubscribe/:token': { statuses: everybody(404), url: '/api/unsubscribe/no-such-token' },
  'GET /api/admin/purchases': { statuses: theAdministrator },
  'GET /api/admin/purchases.csv': { statuses: theAdministrator },
  'GET /api/admin/purchases/:purchaseId': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/purchases/${missing}`,
  },
  'GET /api/admin/payment-anomalies.csv': { statuses: theAdministrator },
  'GET /api/admin/documents': { statuses: theAdministrator },
  'GET /api/admin/documents.csv': { statuses: theAdministrator },
  'GET /api/admin/documents/totals': {
    statuses: theAdministrator,
    url: '/api/admin/documents/totals?from=2026-04-01&until=2026-06-30',
  },
  'GET /api/admin/exchange-rate': { statuses: theAdministrator },
  'POST /api/admin/exchange-rates': {
    statuses: theAdministrator,
    body: () => ({ currency: 'USD', validFrom: '2026-11-01', unitsPerPound: '1.31', source: 'HMRC monthly rate' }),
  },
  'GET /api/admin/documents/:reference/pdf': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: '/api/admin/documents/INV-NONE/pdf',
  },
  'GET /api/admin/bookings': { statuses: theAdministrator },
  'GET /api/admin/bookings.csv': { statuses: theAdministrator },
  'GET /api/admin/bookings/:bookingId': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/bookings/${missing}`,
  },
  'POST /api/admin/bookings/:bookingId/cancellation': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/bookings/${missing}/cancellation`,
    body: () => ({ reason: 'The office is shut' }),
  },
  'POST /api/admin/bookings/:bookingId/mark': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/bookings/${missing}/mark`,
    body: () => ({ mark: 'held', reason: 'It was' }),
  },
  'GET /api/admin/consultants': { statuses: theAdministrator },
  'GET /api/admin/consultants.csv': { statuses: theAdministrator },
  'GET /api/admin/consultants/:consultantId': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/consultants/${missing}`,
  },
  'PUT /api/admin/consultants/:consultantId/sessions': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/consultants/${missing}/sessions`,
    body: () => ({ version: 0, sessions: null }),
  },
  'GET /api/admin/deliverables': { statuses: theAdministrator },
  'GET /api/admin/deliverables.csv': { statuses: theAdministrator },
  'GET /api/admin/makers': { statuses: theAdministrator },
  'GET /api/admin/deliverables/:itemId': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/deliverables/${missing}`,
  },
  'GET /api/admin/deliverables/:itemId/versions/:number/file': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/deliverables/${missing}/versions/1/file`,
  },
  'POST /api/admin/deliverables/:itemId/assignment': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/deliverables/${missing}/assignment`,
    body: () => ({ from: null, to: null }),
  },
  'GET /api/admin/payment-anomalies': { statuses: theAdministrator },
  'POST /api/admin/payment-anomalies/:anomalyId/resolution': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/payment-anomalies/${missing}/resolution`,
    body: () => ({ reason: 'Looked at' }),
  },
  'GET /api/packages': { statuses: everybody(200) },
  'GET /api/company': { statuses: everybody(200) },
  'GET /api/company/legal-notes': { statuses: everybody(200) },
  'GET /api/consultants': { statuses: everybody(200) },
  'GET /api/consultant/calendars': { statuses: theConsultant },
  'POST /api/consultant/calendars': {
    statuses: { ...theConsultant, consultant: 409 },
    body: () => ({ url: 'https://calendar.example.org/mine.ics' }),
  },
  'DELETE /api/consultant/calendars/:calendarId': {
    statuses: { ...theConsultant, consultant: 404 },
    url: `/api/consultant/calendars/${missing}`,
  },
  'GET /api/bookings/:bookingId/files': { statuses: theOwner, url: `/api/bookings/${booking}/files` },
  'POST /api/bookings/:bookingId/files': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/files?name=letter.pdf`,
    body: () => Buffer.from('%PDF-1.7'),
    headers: { 'content-type': 'application/octet-stream' },
  },
  'GET /api/bookings/:bookingId/files/:fileId': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${booking}/files/${missing}`,
  },
  'DELETE /api/bookings/:bookingId/files/:fileId': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${booking}/files/${missing}`,
  },
  'GET /api/consultant/bookings/:bookingId/files': {
    statuses: consultants,
    url: `/api/consultant/bookings/${missing}/files`,
  },
  'GET /api/consultant/bookings/:bookingId/files/:fileId': {
    statuses: consultants,
    url: `/api/consultant/bookings/${missing}/files/${missing}`,
  },
  'GET /api/bookings/:bookingId/rating': { statuses: whoeverIsLoggedInTo(404), url: `/api/bookings/${missing}/rating` },
  'PUT /api/bookings/:bookingId/rating': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/rating`,
    body: () => ({ score: 5, words: null, mayPublish: false, consentVersion: '2026-11', shownName: '' }),
  },
  'DELETE /api/bookings/:bookingId/rating': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/rating`,
  },
  'GET /api/bookings/:bookingId/earlier': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/earlier`,
  },
  'PUT /api/bookings/:bookingId/earlier': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/earlier`,
    body: () => ({ windows: [{ from: '2126-12-03T10:00:00Z', until: '2126-12-03T12:00:00Z' }] }),
  },
  'DELETE /api/bookings/:bookingId/earlier': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/earlier`,
  },
  'POST /api/bookings/:bookingId/earlier-offers/:offerId/acceptance': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/earlier-offers/${missing}/acceptance`,
  },
  'POST /api/bookings/:bookingId/earlier-offers/:offerId/refusal': {
    statuses: whoeverIsLoggedInTo(404),
    url: `/api/bookings/${missing}/earlier-offers/${missing}/refusal`,
  },
  'GET /api/admin/ratings': { statuses: theAdministrator },
  'GET /api/admin/settings': { statuses: theAdministrator },
  'PUT /api/admin/settings': {
    statuses: { ...theAdministrator, administrator: 409 },
    body: () => ({ ...anySettings, version: 99 }),
  },
  'GET /api/admin/stories': { statuses: theAdministrator },
  'GET /api/admin/stories.csv': { statuses: theAdministrator },
  'GET /api/admin/stories/:storyId': { statuses: noMessage, url: `/api/admin/stories/${missing}` },
  'PUT /api/admin/stories/:storyId': {
    statuses: noMessage,
    url: `/api/admin/stories/${missing}`,
    body: () => ({ version: 1, title: 'A title', start: 'A start', work: 'Work', result: 'A result', isShown: true }),
  },
  'GET /api/admin/profiles.csv': { statuses: theAdministrator },
  'GET /api/admin/profiles': { statuses: theAdministrator },
  'GET /api/admin/profiles/:accountId': { statuses: noMessage, url: `/api/admin/profiles/${missing}` },
  'PUT /api/admin/profiles/:accountId': {
    statuses: noMessage,
    url: `/api/admin/profiles/${missing}`,
    body: () => ({
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
  },
  'GET /api/admin/inbox': { statuses: theAdministrator },
  'GET /api/admin/inbox.csv': { statuses: theAdministrator },
  'GET /api/admin/inbox/:messageId': { statuses: noMessage, url: inboxMessage },
  'POST /api/admin/inbox/:messageId/replies': {
    statuses: noMessage,
    url: `${inboxMessage}/replies`,
    body: () => ({ id: randomUUID(), text: 'An answer' }),
  },
  'POST /api/admin/inbox/:messageId/notes': {
    statuses: noMessage,
    url: `${inboxMessage}/notes`,
    body: () => ({ id: randomUUID(), text: 'A note' }),
  },
  'PUT /api/admin/inbox/:messageId/handling': {
    statuses: noMessage,
    url: `${inboxMessage}/handling`,
    body: () => ({ version: 0, state: 'closed', assigneeId: null }),
  },
  'POST /api/admin/inbox/:messageId/release': { statuses: noMessage, url: `${inboxMessage}/release` },
  'GET /api/admin/catalogue': { statuses: theAdministrator },
  'GET /api/admin/catalogue.csv': { statuses: theAdministrator },
  'GET /api/admin/catalogue/:packageId': { statuses: theAdministrator, url: '/api/admin/catalogue/my-future-basic' },
  'PUT /api/admin/catalogue/:packageId': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: '/api/admin/catalogue/nothing',
    body: () => ({ version: 1, draft: anyPackage }),
  },
  'POST /api/admin/stories': {
    statuses: { ...theAdministrator, administrator: 404 },
    body: () => ({ ratingId: missing, title: 'A title', start: 'A start', work: 'Work', result: 'A result' }),
  },
  'POST /api/admin/bookings/:bookingId/return': {
    statuses: { ...theAdministrator, administrator: 404 },
    url: `/api/admin/bookings/${missing}/return`,
    body: () => ({ reason: 'Our fault' }),
  },
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
    statuses: whoeverIsLoggedInTo(400),
    body: () => ({ password: 'not the password' }),
  },
  'POST /api/auth/forgot-password': {
    statuses: everybody(200),
    body: () => ({ email: newPerson().email }),
  },
  'POST /api/auth/reset-password/:token': {
    statuses: everybody(400),
    url: '/api/auth/reset-password/no-such-token',
    body: () => ({ password: newPerson().password, confirmPassword: newPerson().password, token: 'no-such-token' }),
  },
  'POST /api/account/password': {
    statuses: whoeverIsLoggedInTo(400),
    body: () => ({ currentPassword: 'not the password', password: newPerson().password }),
  },
  'POST /api/auth/second-factor': {
    statuses: everybody(400),
    body: () => ({ challenge: 'no such challenge', code: '123456' }),
  },
  'POST /api/auth/second-factor/setup': {
    statuses: everybody(400),
    body: () => ({ challenge: 'no such challenge' }),
  },
  'POST /api/auth/passkey/options': { statuses: everybody(200), body: () => ({}) },
  'POST /api/auth/passkey': {
    statuses: everybody(400),
    body: () => ({ challenge: 'no such challenge', passkey: noPasskey }),
  },
  'POST /api/auth/confirmation/passkey/options': { statuses: whoeverIsLoggedIn },
  'GET /api/account/second-factor': { statuses: whoeverIsLoggedIn },
  'POST /api/account/authenticator': { statuses: whoeverIsLoggedIn },
  'POST /api/account/authenticator/confirmation': {
    statuses: whoeverIsLoggedInTo(400),
    body: () => ({ code: '000000' }),
  },
  'DELETE /api/account/authenticator': { statuses: whoeverIsLoggedInTo(409) },
  'POST /api/account/recovery-codes': { statuses: whoeverIsLoggedInTo(409) },
  'POST /api/account/passkeys/options': { statuses: whoeverIsLoggedIn },
  'POST /api/account/passkeys': {
    statuses: whoeverIsLoggedInTo(400),
    body: () => ({
      challenge: 'no such challenge',
      name: 'Phone',
      response: { id: 'none', clientDataJSON: 'none', attestationObject: 'none', transports: [] },
    }),
  },
  'PATCH /api/account/passkeys/:passkeyId': {
    statuses: theOwner,
    url: `/api/account/passkeys/${passkey}`,
    body: () => ({ name: 'Phone' }),
  },
  'DELETE /api/account/passkeys/:passkeyId': { statuses: theOwner, url: `/api/account/passkeys/${passkey}` },
  'POST /api/auth/logout': { statuses: whoeverIsLoggedIn },
  'GET /api/auth/me': { statuses: whoeverIsLoggedIn },
  'GET /api/account/sessions': { statuses: whoeverIsLoggedIn },
  'DELETE /api/account/sessions/:sessionId': { statuses: theOwner, url: `/api/account/sessions/${session.id}` },
  'DELETE /api/account/sessions': { statuses: whoeverIsLoggedIn },
  'GET /api/account/data': { statuses: whoeverIsLoggedIn },
  'GET /api/account/deletion': { statuses: whoeverIsLoggedIn },
  'DELETE /api/account': {
    statuses: whoeverIsLoggedInTo(400),
    body: () => ({ confirmation: 'no' }),
  },
  'GET /api/account': { statuses: whoeverIsLoggedIn },
  'PATCH /api/account': { statuses: whoeverIsLoggedIn, body: () => ({ timeZone: 'Europe/Paris' }) },
  'PUT /api/account/notifications': {
    statuses: whoeverIsLoggedIn,
    body: () => ({ choices: [{ kind: 'news', channel: 'email', isOn: false }] }),
  },
  'POST /api/account/email': { statuses: whoeverIsLoggedIn, body: () => ({ email: newPerson().email }) },
  'DELETE /api/account/email': { statuses: whoeverIsLoggedIn },
  'PUT /api/account/picture': {
    statuses: whoeverIsLoggedInTo(400),
    body: () => ({ image: 'AAAA' }),
  },
  'GET /api/account/picture': { statuses: whoeverIsLoggedInTo(404) },
  'DELETE /api/account/picture': { statuses: whoeverIsLoggedIn },
  'GET /api/account/calendar-feed': { statuses: whoeverIsLoggedIn },
  'POST /api/account/calendar-feed': { statuses: whoeverIsLoggedIn },
  'DELETE /api/account/calendar-feed': { statuses: whoeverIsLoggedIn },
  'GET /api/notifications': { statuses: whoeverIsLoggedIn },
  'GET /api/notifications/stream': { statuses: whoeverIsLoggedIn },
  'POST /api/notifications/reading': {
    statuses: whoeverIsLoggedIn,
    body: () => ({ until: new Date().toISOString() }),
  },
  'POST /api/notifications/:notificationId/reading': {
    statuses: theOwner,
    url: `/api/notifications/${notification.id}/reading`,
  },
  'GET /api/portal/dashboard': { statuses: whoeverIsLoggedIn },
  'GET /api/purchases': { statuses: whoeverIsLoggedIn },
  'POST /api/purchases': { statuses: whoeverIsLoggedIn, body: () => order },
  'GET /api/purchases/:purchaseId': { statuses: theOwner, url: `/api/purchases/${purchase.id}` },
  'POST /api/purchases/:purchaseId/confirmation': {
    statuses: theOwner,
    url: `/api/purchases/${purchase.id}/confirmation`,
  },
  'GET /api/subscriptions': { statuses: whoeverIsLoggedIn },
  'POST /api/subscriptions/:subscriptionId/cancellation': {
    statuses: theOwner,
    url: `${subscription}/cancellation`,
  },
  'DELETE /api/subscriptions/:subscriptionId/cancellation': {
    statuses: theOwner,
    url: `${subscription}/cancellation`,
  },
  'POST /api/subscriptions/:subscriptionId/card': { statuses: theOwner, url: `${subscription}/card` },
  'PUT /api/subscriptions/:subscriptionId/card': {
    statuses: { ...theOwner, owner: 409 },
    url: `${subscription}/card`,
    body: () => ({ setupIntentId: 'seti_nothing' }),
  },
  'POST /api/subscriptions/:subscriptionId/payment': {
    statuses: { ...theOwner, owner: 409 },
    url: `${subscription}/payment`,
  },
  'POST /api/subscriptions/:subscriptionId/confirmation': { statuses: theOwner, url: `${subscription}/confirmation` },
  'POST /api/guardian-requests': { statuses: whoeverIsLoggedIn, body: asking },
  'POST /api/guardian-requests/question': { statuses: everybody(400), body: () => ({ token: 'no such token' }) },
  'POST /api/guardian-requests/answer': {
    statuses: everybody(400),
    body: () => ({ token: 'no such token', agrees: true }),
  },
  'GET /api/entitlements': { statuses: whoeverIsLoggedIn },
  'GET /api/purchases/:purchaseId/withdrawal': { statuses: theOwner, url: `/api/purchases/${paid.id}/withdrawal` },
  'POST /api/purchases/:purchaseId/withdrawal': {
    statuses: { ...theOwner, owner: 409 },
    url: `/api/purchases/${paid.id}/withdrawal`,
    body: () => ({ expectedRefund: 1 }),
  },
  'GET /api/purchases/:purchaseId/refunds': { statuses: theOwner, url: `/api/purchases/${paid.id}/refunds` },
  'GET /api/admin/purchases/:purchaseId/refunds': {
    statuses: administrators,
    url: `/api/admin/purchases/${paid.id}/refunds`,
  },
  'POST /api/admin/purchases/:purchaseId/refunds': {
    statuses: administrators,
    url: `/api/admin/purchases/${paid.id}/refunds`,
    body: () => refundOf(1),
  },
  'POST /api/purchases/:purchaseId/cancellation': {
    statuses: theOwner,
    url: `/api/purchases/${purchase.id}/cancellation`,
  },
  'GET /api/entitlements/:entitlementId/entries': {
    statuses: theOwner,
    url: `/api/entitlements/${entitlement.id}/entries`,
  },
  'GET /api/entitlements/:entitlementId': { statuses: theOwner, url: `/api/entitlements/${entitlement.id}` },
  'GET /api/sessions/times': {
    statuses: theOwner,
    url: `/api/sessions/times?entitlementId=${withSessions}&lineKey=consultation&from=2026-03-01T00:00:00Z&until=2026-03-02T00:00:00Z`,
  },
  'GET /api/deliverables': { statuses: whoeverIsLoggedIn },
  'GET /api/deliverables/progress': { statuses: whoeverIsLoggedIn },
  'GET /api/deliverables/:itemId': { statuses: theOwner, url: itemUrl },
  'GET /api/deliverables/:itemId/versions/:number/file': {
    statuses: whoeverIsLoggedInTo(404),
    url: `${itemUrl}/versions/1/file`,
  },
  'POST /api/deliverables/:itemId/approval': {
    statuses: { ...theOwner, owner: 409 },
    url: `${itemUrl}/approval`,
    body: () => ({ version: 1 }),
  },
  'POST /api/deliverables/:itemId/changes': {
    statuses: { ...theOwner, owner: 409 },
    url: `${itemUrl}/changes`,
    body: () => ({ version: 1, text: 'In blue' }),
  },
  'POST /api/deliverables/:itemId/comments': {
    statuses: theOwner,
    url: `${itemUrl}/comments`,
    body: () => ({ text: 'In blue' }),
  },
  'GET /api/consultant/deliverables': { statuses: anyConsultant, url: '/api/consultant/deliverables?list=open' },
  'GET /api/consultant/deliverables/:itemId': { statuses: otherConsultants, url: workUrl },
  'GET /api/consultant/deliverables/:itemId/versions/:number/file': {
    statuses: otherConsultants,
    url: `${workUrl}/versions/1/file`,
  },
  'POST /api/consultant/deliverables/:itemId/assignment': { statuses: otherConsultants, url: `${workUrl}/assignment` },
  'POST /api/consultant/deliverables/:itemId/versions/file': {
    statuses: otherConsultants,
    url: `${workUrl}/versions/file?name=report.pdf`,
    body: () => Buffer.from('%PDF-1.7'),
    headers: { 'content-type': 'application/octet-stream' },
  },
  'POST /api/consultant/deliverables/:itemId/versions/note': {
    statuses: otherConsultants,
    url: `${workUrl}/versions/note`,
    body: () => ({ note: 'Ready' }),
  },
  'DELETE /api/consultant/deliverables/:itemId/versions/:number': {
    statuses: otherConsultants,
    url: `${workUrl}/versions/1`,
  },
  'POST /api/consultant/deliverables/:itemId/approval-request': {
    statuses: otherConsultants,
    url: `${workUrl}/approval-request`,
  },
  'POST /api/consultant/deliverables/:itemId/delivery': { statuses: otherConsultants, url: `${workUrl}/delivery` },
  'POST /api/consultant/deliverables/:itemId/comments': {
    statuses: otherConsultants,
    url: `${workUrl}/comments`,
    body: () => ({ text: 'Here it is' }),
  },
  'GET /api/sessions': { statuses: whoeverIsLoggedIn },
  'POST /api/reservations': { statuses: theOwner, body: () => ({ ...final, ...nextTime() }) },
  'DELETE /api/reservations': { statuses: whoeverIsLoggedIn },
  'POST /api/bookings': {
    statuses: theOwner,
    body: () => ({ ...final, ...nextTime(), place: 'online', phone: null, notes: null }),
  },
  'GET /api/bookings': { statuses: whoeverIsLoggedIn, url: '/api/bookings?when=upcoming' },
  'GET /api/bookings/:bookingId': { statuses: theOwner, url: `/api/bookings/${booking}` },
  'POST /api/bookings/:bookingId/time': {
    statuses: theOwner,
    url: `/api/bookings/${booking}/time`,
    body: () => ({ startsAt: hoursAhead(app, 98).toISOString(), consultantId: consultant.id }),
  },
  'POST /api/bookings/:bookingId/cancellation': {
    // The final call needs it, and is cancelled first.
    statuses: { ...theOwner, owner: 409 },
    url: `/api/bookings/${booking}/cancellation`,
    body: () => ({ outcome: 'returned' }),
  },
  'GET /api/documents': { statuses: whoeverIsLoggedIn },
  'GET /api/documents/:reference/text': { statuses: theOwner, url: `/api/documents/${paper}/text` },
  'GET /api/documents/:reference/pdf': { statuses: theOwner, url: `/api/documents/${paper}/pdf` },
  'GET /api/admin/documents/archive': {
    statuses: administrators,
    url: '/api/admin/documents/archive?from=2026-04-01&until=2026-06-30',
  },
}

/** What is no endpoint of a contract, and why it may be there. */
const otherRoutes = [
  'POST /api/webhooks/stripe', // its signature is its credential
  'POST /api/incoming-mail', // the mail server's secret is its credential
  'GET /calendar/:file', // the token in its address is its credential
  'GET /consultants/:consultantId/picture', // a picture of a public page
  'GET /api/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  '* /api/*', // answers 404
]

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

for (const [name, { statuses, url, body, headers }] of Object.entries(rows)) {
  const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE' | 'PUT', string]
  test.each(Object.entries(statuses) as [Who, number][])(`${name}: %s is answered with %i`, async (who, status) => {
    const answer = await (await callerFor(who)).send(method, url ?? path, body?.(), headers)
    expect(answer.status).toBe(status)
    const isFile = status === 200 && endpoints.some((endpoint) => nameOf(endpoint) === name && endpoint.file)
    const isStream = endpoints.some((endpoint) => nameOf(endpoint) === name && endpoint.events)
    if (status === 200 && isStream) expect(answer.headers['content-type']).toBe('text/event-stream')
    else if (isFile) expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
    else expect(answer.body.success).toBe(status === 200)
  })
}

const withOwner = Object.entries(rows).filter(([, { url }]) => idIn(url) !== undefined)

test.each(withOwner)('%s: what belongs to somebody else looks like what is not there', async (name, row) => {
  const [method] = name.split(' ') as ['GET' | 'POST']
  const { url = '', body } = row
  for (const who of ['otherMember', 'administrator'] as const) {
    const stranger = await callerFor(who)
    const foreign = await stranger.send(method, url, body?.())
    const absent = await stranger.send(method, url.replace(idIn(url) ?? '', missing), body?.())
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body])
  }
})

test.each(withOwner)(
  '%s: an id that is none is refused, and to a visitor like every other',
  async (name, { url = '', body }) => {
    const [method] = name.split(' ') as ['GET' | 'POST']
    const own = idIn(url) ?? ''
    const returned = await callerFor('owner')
    for (const id of ['1', `${own}x`, '..', "' or 1=1 --", 'null']) {
      const malformed = url.replace(own, encodeURIComponent(id))
      expect([400, 404]).toContain((await returned.send(method, malformed, body?.())).status)
      expect([401, 404]).toContain((await app.visitor.send(method, malformed, body?.())).status)
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

/** The id in an address of something that has an owner. */
function idIn(url = ''): string | undefined {
  return [purchase.id, passkey, paper, booking, notification.id].find((id) => url.includes(id))
}

async function callerFor(who: Who) {
  if (who === 'visitor') return app.stranger()
  if (who === 'owner') return app.returning(owner)
  if (who === 'administrator' || who === 'consultant') return app.quickMember(who)
  const member = await app.quickMember()
  if (who === 'disabledMember') await app.rows('update account set disabled_at = now() where id = $1', member.id)
  if (who === 'deletedMember') await member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  if (who === 'loggedOut') await member.post('/api/auth/logout')
  return member
}

/** Every object in a schema, however deep, that would take keys nobody named. */
function openObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, additionalProperties } = schema as JsonSchema
  const own = type === 'object' && additionalProperties !== false ? [path || '/'] : []
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => openObjects(inner, `${path}/${key}`))]
}
