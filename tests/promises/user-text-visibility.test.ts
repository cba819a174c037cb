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
 * S12 in docs/promises.md. A unique word is entered in every text field. It may appear only in the columns named here
 * and in emails to the intended readers, but not in logs, metrics or error responses.
 */
const app = await startApp({ logLevel: 'trace' })
afterAll(app.close)

const emailBodies = ['email.html_body', 'email.text_body']

/** The columns in which each word may appear. */
const allowedColumns: Record<string, string[]> = {
  writer: ['email.html_body', 'email.subject', 'email.text_body', 'message.name'],
  message: [...emailBodies, 'message.body'],
  reply: [...emailBodies, 'message_entry.text'],
  'inbox-note': ['message_entry.text'],
  question: ['conversation_message.text'],
  answer: ['conversation_message.text', ...emailBodies],
  'member-note': ['member_note.text'],
  reason: ['audit_entry.reason'],
  'news-subject': ['email.html_body', 'email.subject', 'newsletter.subject'],
  news: [...emailBodies, 'newsletter.text'],
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
  // Stored encrypted.
  calendar: [],
  // The email contains a secret link, so its content is deleted once the email is sent.
  guardian: ['account.guardian_name'],
}

const canary = (name: string) => `Canary${name.replaceAll('-', '')}word`
const refusals: TestAnswer[] = []

async function expectOk(answer: Promise<TestAnswer>): Promise<TestAnswer> {
  const { status, body } = await answer
  expect([status, body.code, body.errors]).toEqual([200, undefined, undefined])
  return answer
}

/** Expects an invalid request with the same text to be refused. The error must not repeat the text. */
async function expectRefused(answer: Promise<TestAnswer>): Promise<void> {
  const { status } = await answer
  expect(status).toBeGreaterThanOrEqual(400)
  refusals.push(await answer)
}

async function writeMessages(member: Member, administrator: Member) {
  const email = newPerson().email
  const message = { name: canary('writer'), email, message: canary('message') }
  await expectOk(app.stranger().post('/api/contact', message))
  await expectRefused(app.stranger().post('/api/contact', { ...message, email: canary('message'), name: 7 }))
  const { items } = (await administrator.get(`/api/admin/inbox?writer=${email}`)).body.data
  const inbox = `/api/admin/inbox/${items[0].id}`
  await expectOk(administrator.post(`${inbox}/replies`, { id: randomUUID(), text: canary('reply') }))
  await expectOk(administrator.post(`${inbox}/notes`, { id: randomUUID(), text: canary('inbox-note') }))
  await expectOk(member.post('/api/conversation/messages', { id: randomUUID(), text: canary('question') }))
  await expectRefused(member.post('/api/conversation/messages', { id: canary('question'), text: canary('question') }))
  const conversation = `/api/admin/conversations/${member.id}/messages`
  await expectOk(administrator.post(conversation, { id: randomUUID(), text: canary('answer'), seenUntil: null }))
  await expectOk(administrator.post(`/api/admin/members/${member.id}/notes`, { text: canary('member-note') }))
  await expectOk(administrator.post(`/api/admin/members/${member.id}/impersonations`, { reason: canary('reason') }))
  await app.rows('update account set email_verified_at = now() where id = $1', member.id)
  const preferences = { choices: [{ kind: 'news', channel: 'email', isOn: true }] }
  await expectOk(member.send('PUT', '/api/account/notifications', preferences))
  const news = { sendingId: randomUUID(), subject: canary('news-subject'), text: canary('news') }
  await expectOk(administrator.post('/api/admin/newsletters', news))
}

async function makeDeliverable() {
  const { member, item, consultant } = await givenItemAwaitingApproval(app)
  await expectOk(member.post(itemPath(item, '/comments'), { text: canary('comment') }))
  await expectOk(member.post(itemPath(item, '/changes'), { version: 1, text: canary('wish') }))
  await expectRefused(member.post(itemPath(item, '/changes'), { version: 1, text: canary('wish') }))
  await expectOk(consultant.post(workPath(item, '/versions/note'), { note: canary('made') }))
  await expectOk(uploadFile(consultant, workPath(item, '/versions/file'), pdf, `${canary('file-name')}.pdf`))
  return member
}

async function holdSession(member: Member, administrator: Member) {
  const { id: consultantId, accountId } = await givenBookableConsultant(app, { services: ['BIZ_FUTURE', 'MY_FUTURE'] })
  const consultant = await app.returning({ id: accountId })
  await buy(app, { member })
  const { body } = await member.get('/api/sessions')
  const { entitlementId, lineKey } = body.data[0]
  const choice = { entitlementId, lineKey, startsAt: hoursAhead(app, 72), place: 'phone', consultantId } as const
  const booked = await expectOk(book(member, { ...choice, phone: '+44 7700 900988', notes: canary('plans') }))
  await expectRefused(book(member, { ...choice, phone: canary('plans'), notes: canary('plans') }))
  const path = `/api/consultant/bookings/${booked.body.data.id}`
  await expectOk(consultant.post(`${path}/notes`, { text: canary('session-note'), isShared: true }))
  await expectOk(uploadFile(member, `/api/bookings/${booked.body.data.id}/files`, pdf, `${canary('letter-name')}.pdf`))
  const startsAt = new Date(app.clock.now().getTime() - 86_400_000)
  const held = await insertBooking(app, { consultantId, memberId: member.id, entitlementId, startsAt, state: 'held' })
  const rating = newRating({ comment: canary('rating'), mayPublish: true })
  await expectOk(member.send('PUT', `/api/bookings/${held}/rating`, rating))
  const story = { title: canary('title'), start: canary('start'), work: canary('work'), result: canary('result') }
  await expectOk(administrator.post('/api/admin/stories', { ratingId: held, ...story }))
  const calendar = { url: `https://calendar.example.org/${canary('calendar')}.ics` }
  await consultant.post('/api/consultant/calendars', calendar)
}

/** Collects secrets of which the site stores only a hash, and a card number that it must not store at all. */
async function collectSecrets(member: Member, administrator: Member): Promise<string[]> {
  const feed = await expectOk(member.post('/api/account/calendar-feed'))
  const view = await expectOk(
    administrator.post(`/api/admin/members/${member.id}/impersonations`, { reason: 'They asked' }),
  )
  const email = newPerson().email
  const guardian = { name: canary('guardian'), email }
  // A different member, because stories of members under 18 are taken off the public pages.
  await expectOk(
    (await app.quickMember()).post('/api/guardian-consents', { packageId: 'my-future-basic', market: 'uk', guardian }),
  )
  const card = '4000056655665556'
  await expectRefused(member.post('/api/purchases', { ...(await makeOrder(member)), cardNumber: card, cvc: card }))
  const tokens = await guardianTokens(app, email)
  const [, feedToken = 'none'] = /calendar\/(.+)\.ics$/.exec(feed.body.data.url) ?? []
  return [feedToken, view.body.data.token, tokens[0] ?? 'none', card]
}

test('text that users enter appears only in the intended columns', async () => {
  const administrator = await app.quickMember('administrator')
  const member = await makeDeliverable()
  await writeMessages(member, administrator)
  await holdSession(member, administrator)
  const secrets = await collectSecrets(member, administrator)
  await app.settle()

  const storedWords = Object.entries(allowedColumns).filter(([, columns]) => columns.length > 0)
  const expected = storedWords.map(([name, columns]) => [canary(name), columns.sort()])
  expect(await findColumns()).toEqual(Object.fromEntries(expected))
  const otherTexts = [
    ...app.logLines,
    (await readMetrics(app.url)).text,
    ...refusals.map(({ body }) => JSON.stringify(body)),
  ]
  expect(otherTexts.join().match(/Canary\w+word/g)).toBe(null)
  expect(app.logLines.join()).toContain('"route":"/api/guardian-consents"')
  // Secrets are never stored in plain text, and never logged.
  const stored = (await readTables(app)).join()
  for (const secret of secrets) expect([otherTexts.join(), stored].join()).not.toContain(secret)
  recordMeasurement(
    'S12',
    `${Object.keys(allowedColumns).length} words and ${secrets.length} secrets in all flows: 0 in the log, metrics or refusals; each only in its own columns`,
    'only in allowed columns; none in the logs',
  )
})

test("emails that contain users' text go only to their intended readers", async () => {
  const readers = app.mails.filter(({ text }) => text.includes(canary('message'))).map(({ to }) => to)
  expect(readers).toEqual(['hello@futureworld.example'])
  for (const word of ['inbox-note', 'member-note', 'reason', 'plans', 'session-note', 'question', 'wish'].map(canary)) {
    expect(app.mails.filter((mail) => JSON.stringify(mail).includes(word))).toEqual([])
  }
})

/** Finds the columns that contain each word. */
async function findColumns(): Promise<Record<string, string[]>> {
  const columns = await app.rows(
    `select table_schema || '.' || table_name as relation, table_name as "table", column_name as "column"
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const columnsByWord: Record<string, string[]> = {}
  for (const { relation, table, column } of columns) {
    const rows = await app.rows(
      `select distinct unnest(regexp_matches("${column}"::text, 'Canary\\w+word', 'g')) as word from ${relation}`,
    )
    for (const { word } of rows) columnsByWord[word] = [...(columnsByWord[word] ?? []), `${table}.${column}`].sort()
  }
  return columnsByWord
}
