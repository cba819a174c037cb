import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { readMetrics } from '../support/app/read-metrics.ts'
import { readTables } from '../support/app/read-tables.ts'
import { type Member, newPerson, startApp } from '../support/app/start-app.ts'
import type { TestAnswer } from '../support/app/test-client.ts'
import { givenBookableConsultant, insertBooking } from '../support/given/bookable-consultants.ts'
import { book, hoursAhead } from '../support/given/bookings.ts'
import { makeOrder } from '../support/given/checkout.ts'
import { givenItemAwaitingApproval, itemPath, workPath } from '../support/given/deliverables.ts'
import { pdf, uploadFile } from '../support/given/files.ts'
import { newRating } from '../support/given/ratings.ts'
import { guardianTokens } from '../support/given/received-emails.ts'
import { buy } from '../support/given/refunds.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'

/**
 * SECURITY S12: a unique word goes into every text field. It may appear only in the columns named here and in emails to
 * the intended readers, but not in logs, metrics or error responses.
 */
const app = await startApp({ logLevel: 'trace' })
afterAll(app.close)

const letter = ['email.html_body', 'email.text_body']

/** The columns in which each word may appear. */
const places: Record<string, string[]> = {
  writer: ['email.html_body', 'email.subject', 'email.text_body', 'message.name'],
  message: [...letter, 'message.body'],
  reply: [...letter, 'message_entry.text'],
  'inbox-note': ['message_entry.text'],
  question: ['conversation_message.text'],
  answer: ['conversation_message.text', ...letter],
  'member-note': ['member_note.text'],
  reason: ['audit_entry.reason'],
  'news-subject': ['email.html_body', 'email.subject', 'newsletter.subject'],
  news: [...letter, 'newsletter.text'],
  comment: ['deliverable_comment.text'],
  wish: ['deliverable_comment.text'],
  made: ['deliverable_version.note'],
  'file-name': ['stored_file.name'],
  plans: ['booking.notes'],
  'session-note': ['session_note.text'],
  'letter-name': ['stored_file.name'],
  rating: ['rating.words'],
  title: ['story.title'],
  start: ['story.start'],
  work: ['story.work'],
  result: ['story.result'],
  // Encrypted.
  calendar: [],
  // The email contains a secret link, so its content is deleted once it is sent.
  guardian: ['account.guardian_name'],
}

const wordOf = (name: string) => `Canary${name.replaceAll('-', '')}word`
const refusals: TestAnswer[] = []

async function ok(answer: Promise<TestAnswer>): Promise<TestAnswer> {
  const { status, body } = await answer
  expect([status, body.code, body.errors]).toEqual([200, undefined, undefined])
  return answer
}

/** The same text in an invalid request: the error must not repeat it. */
async function refused(answer: Promise<TestAnswer>): Promise<void> {
  const { status } = await answer
  expect(status).toBeGreaterThanOrEqual(400)
  refusals.push(await answer)
}

async function write(member: Member, administrator: Member) {
  const email = newPerson().email
  const message = { name: wordOf('writer'), email, message: wordOf('message') }
  await ok(app.stranger().post('/api/contact', message))
  await refused(app.stranger().post('/api/contact', { ...message, email: wordOf('message'), name: 7 }))
  const { items } = (await administrator.get(`/api/admin/inbox?writer=${email}`)).body.data
  const inbox = `/api/admin/inbox/${items[0].id}`
  await ok(administrator.post(`${inbox}/replies`, { id: randomUUID(), text: wordOf('reply') }))
  await ok(administrator.post(`${inbox}/notes`, { id: randomUUID(), text: wordOf('inbox-note') }))
  await ok(member.post('/api/conversation/messages', { id: randomUUID(), text: wordOf('question') }))
  await refused(member.post('/api/conversation/messages', { id: wordOf('question'), text: wordOf('question') }))
  const conversation = `/api/admin/conversations/${member.id}/messages`
  await ok(administrator.post(conversation, { id: randomUUID(), text: wordOf('answer'), seenUntil: null }))
  await ok(administrator.post(`/api/admin/members/${member.id}/notes`, { text: wordOf('member-note') }))
  await ok(administrator.post(`/api/admin/members/${member.id}/impersonations`, { reason: wordOf('reason') }))
  await app.rows('update account set email_verified_at = now() where id = $1', member.id)
  const wanted = { choices: [{ kind: 'news', channel: 'email', isOn: true }] }
  await ok(member.send('PUT', '/api/account/notifications', wanted))
  const news = { sendingId: randomUUID(), subject: wordOf('news-subject'), text: wordOf('news') }
  await ok(administrator.post('/api/admin/newsletters', news))
}

async function work() {
  const { member, item, consultant } = await givenItemAwaitingApproval(app)
  await ok(member.post(itemPath(item, '/comments'), { text: wordOf('comment') }))
  await ok(member.post(itemPath(item, '/changes'), { version: 1, text: wordOf('wish') }))
  await refused(member.post(itemPath(item, '/changes'), { version: 1, text: wordOf('wish') }))
  await ok(consultant.post(workPath(item, '/versions/note'), { note: wordOf('made') }))
  await ok(uploadFile(consultant, workPath(item, '/versions/file'), pdf, `${wordOf('file-name')}.pdf`))
  return member
}

async function meet(member: Member, administrator: Member) {
  const { id: consultantId, accountId } = await givenBookableConsultant(app, { services: ['BIZ_FUTURE', 'MY_FUTURE'] })
  const consultant = await app.returning({ id: accountId })
  await buy(app, { member })
  const { body } = await member.get('/api/sessions')
  const { entitlementId, lineKey } = body.data[0]
  const choice = { entitlementId, lineKey, startsAt: hoursAhead(app, 72), place: 'phone', consultantId } as const
  const booked = await ok(book(member, { ...choice, phone: '+44 7700 900988', notes: wordOf('plans') }))
  await refused(book(member, { ...choice, phone: wordOf('plans'), notes: wordOf('plans') }))
  const path = `/api/consultant/bookings/${booked.body.data.id}`
  await ok(consultant.post(`${path}/notes`, { text: wordOf('session-note'), isShared: true }))
  await ok(uploadFile(member, `/api/bookings/${booked.body.data.id}/files`, pdf, `${wordOf('letter-name')}.pdf`))
  const startsAt = new Date(app.clock.now().getTime() - 86_400_000)
  const held = await insertBooking(app, { consultantId, memberId: member.id, entitlementId, startsAt, state: 'held' })
  const rating = newRating({ comment: wordOf('rating'), mayPublish: true })
  await ok(member.send('PUT', `/api/bookings/${held}/rating`, rating))
  const story = { title: wordOf('title'), start: wordOf('start'), work: wordOf('work'), result: wordOf('result') }
  await ok(administrator.post('/api/admin/stories', { ratingId: held, ...story }))
  const calendar = { url: `https://calendar.example.org/${wordOf('calendar')}.ics` }
  await consultant.post('/api/consultant/calendars', calendar)
}

/** Secrets of one owner; of some we store only a hash. */
async function takeSecrets(member: Member, administrator: Member): Promise<string[]> {
  const feed = await ok(member.post('/api/account/calendar-feed'))
  const view = await ok(administrator.post(`/api/admin/members/${member.id}/impersonations`, { reason: 'They asked' }))
  const email = newPerson().email
  const guardian = { name: wordOf('guardian'), email }
  // Another member, because stories of members under 18 are taken off the public pages.
  await ok(
    (await app.quickMember()).post('/api/guardian-consents', { packageId: 'my-future-basic', market: 'uk', guardian }),
  )
  const card = '4000056655665556'
  await refused(member.post('/api/purchases', { ...(await makeOrder(member)), cardNumber: card, cvc: card }))
  const tokens = await guardianTokens(app, email)
  const [, feedToken = 'none'] = /calendar\/(.+)\.ics$/.exec(feed.body.data.url) ?? []
  return [feedToken, view.body.data.token, tokens[0] ?? 'none', card]
}

test('user text appears only in the intended columns', async () => {
  const administrator = await app.quickMember('administrator')
  const member = await work()
  await write(member, administrator)
  await meet(member, administrator)
  const secrets = await takeSecrets(member, administrator)
  await app.settle()

  const open = Object.entries(places).filter(([, columns]) => columns.length > 0)
  const expected = open.map(([name, columns]) => [wordOf(name), columns.sort()])
  expect(await columnsWith()).toEqual(Object.fromEntries(expected))
  const elsewhere = [
    ...app.logLines,
    (await readMetrics(app.url)).text,
    ...refusals.map(({ body }) => JSON.stringify(body)),
  ]
  expect(elsewhere.join().match(/Canary\w+word/g)).toBe(null)
  expect(app.logLines.join()).toContain('"route":"/api/guardian-consents"')
  // Secrets are stored only as a hash and never logged.
  const stored = (await readTables(app)).join()
  for (const secret of secrets) expect([elsewhere.join(), stored].join()).not.toContain(secret)
  recordMeasurement(
    'S12',
    `${Object.keys(places).length} words and ${secrets.length} secrets in all flows: 0 in the log, figures or refusals; each in its own columns alone`,
    'only in allowed columns; logs hold none',
  )
})

test('emails with user text go only to their intended readers', async () => {
  const readers = app.mails.filter(({ text }) => text.includes(wordOf('message'))).map(({ to }) => to)
  expect(readers).toEqual(['hello@futureworld.example'])
  for (const word of ['inbox-note', 'member-note', 'reason', 'plans', 'session-note', 'question', 'wish'].map(wordOf)) {
    expect(app.mails.filter((mail) => JSON.stringify(mail).includes(word))).toEqual([])
  }
})

/** The columns that contain each word. */
async function columnsWith(): Promise<Record<string, string[]>> {
  const columns = await app.rows(
    `select table_schema || '.' || table_name as relation, table_name as "table", column_name as "column"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const found: Record<string, string[]> = {}
  for (const { relation, table, column } of columns) {
    const rows = await app.rows(
      `select distinct unnest(regexp_matches("${column}"::text, 'Canary\\w+word', 'g')) as word from ${relation}`,
    )
    for (const { word } of rows) found[word] = [...(found[word] ?? []), `${table}.${column}`].sort()
  }
  return found
}
