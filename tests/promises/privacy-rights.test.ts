import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { readTables } from '../support/app/read-tables.ts'
import { newPerson, startApp, type TestApp } from '../support/app/start-app.ts'
import { makeClient } from '../support/app/test-client.ts'
import { givenBookableConsultant } from '../support/given/bookable-consultants.ts'
import { book, hoursAhead } from '../support/given/bookings.ts'
import { payFor } from '../support/given/checkout.ts'
import { subscribe } from '../support/given/subscriptions.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'

/**
 * S14 in docs/promises.md: access and erasure. If the schema gets a new table, these tests fail until it is classified.
 */

const app = await startApp({ logLevel: 'trace' })
afterAll(app.close)

/** Every table with personal data, and either its section in the export or why it has none. */
const exported: Record<string, { section: string } | { reason: string }> = {
  account: { section: 'account' },
  account_picture: { section: 'picture' },
  audit_entry: { section: 'accountActions' },
  authenticator: { section: 'authenticator' },
  factor_recovery: { section: 'factorRecovery' },
  calendar_feed: { section: 'calendarFeed' },
  cancellation: { section: 'messages' },
  availability: { reason: 'members have none; consultants read and change theirs in the portal' },
  booking: { section: 'bookings' },
  booking_file: { section: 'bookingFiles' },
  busy_time: { reason: 'staff only: counted under "importedCalendars"' },
  conversation: { section: 'conversation' },
  conversation_message: { section: 'conversationMessages' },
  consultant: { reason: 'members have no entry; staff find theirs under "consultant"' },
  consultant_session_type: { reason: 'members have none; consultants read and change theirs in the portal' },
  day_hours: { reason: 'members have none; consultants read and change theirs in the portal' },
  day_off: { reason: 'members have none; consultants read and change theirs in the portal' },
  deliverable: { section: 'deliverables' },
  device: { section: 'devices' },
  dispute: { section: 'disputes' },
  document: { section: 'invoices' },
  waitlist_offer: { section: 'earlierWishes' },
  waitlist_window: { section: 'earlierWishes' },
  waitlist_entry: { section: 'earlierWishes' },
  email_verification: { section: 'emailConfirmations' },
  entitlement: { section: 'packages' },
  entitlement_entry: { section: 'packageUse' },
  erasure: { reason: 'a listed account is already erased' },
  guardian_confirmation: { section: 'guardianRequests' },
  deliverable_comment: { section: 'deliverableComments' },
  deliverable_version: { section: 'deliverableVersions' },
  imported_calendar: { reason: 'members have none; staff find theirs under "importedCalendars"' },
  login_challenge: { reason: 'expires within minutes and contains only secrets' },
  email: { section: 'emails' },
  email_delivery: { reason: 'attempts, and the staff who resent an email; the email is under "emails"' },
  member_note: { section: 'memberNotes' },
  impersonation: { section: 'views' },
  message: { section: 'messages' },
  message_entry: { section: 'messageEntries' },
  newsletter: { reason: 'sent to many; those sent to a member are under "news"' },
  newsletter_recipient: { section: 'news' },
  notification: { section: 'notifications' },
  notification_choice: { section: 'notificationChoices' },
  passkey: { section: 'passkeys' },
  password_reset: { section: 'passwordResets' },
  payment_anomaly: { reason: 'accounting cases with ids only, closed by staff' },
  payment_customer: { section: 'paymentProviders' },
  payment_entry: { section: 'payments' },
  payment_network: { section: 'paymentOrigins' },
  purchase: { section: 'purchases' },
  rating: { section: 'ratings' },
  recovery_code: { section: 'recoveryCodes' },
  refund: { section: 'refunds' },
  reserved_session: { reason: 'the reservation of a session that is under "bookings"' },
  session: { section: 'sessions' },
  session_note: { section: 'sessionNotes' },
  story: { reason: 'based on the text under "ratings", and deleted with it' },
  subscription: { section: 'subscriptions' },
  weekly_hours: { reason: 'members have none; consultants read and change theirs in the portal' },
}

/** Account columns that the export leaves out, and why. */
const leftOut: Record<string, string> = {
  deleted_at: 'an erased account has no export',
  email_canonical: 'the address under "email", spelt for comparison',
  password_hash: 'a secret',
  search_words: 'made from the names and the address',
}

/** Tables that keep rows after account deletion, and why. No other table keeps any. */
const remaining: Record<string, string> = {
  account: 'an empty row, because invoices refer to it',
  audit_entry: 'actions and actors, by ids only',
  booking: 'accounting needs the sessions held; without phone and notes',
  dispute: 'the payment ledger, by ids only',
  document: 'tax law requires invoices as issued',
  entitlement: 'ended; accounting needs what was delivered',
  entitlement_entry: 'accounting needs what was delivered',
  erasure: 'the list itself',
  payment_entry: 'the payment ledger, by ids only',
  purchase: 'accounting data, without a name',
  refund: 'accounting data, without a name',
  subscription: 'ended; accounting needs its monthly purchases',
}

/** Lists the tables that reference an account, directly or indirectly, and those with an email address. */
async function tablesAboutPeople(): Promise<string[]> {
  const rows = await app.rows(`
    with recursive link as (
      select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), about as (
      select 'account' as name
      union select link.child from link join about on link.parent = about.name
    )
    select name from about
    union
    select table_name from information_schema.columns
    where table_schema = 'public' and (column_name ~ '(email|recipient|reply_to)' or column_name ~ '(account|member)_id')
    order by 1
  `)
  return rows.map(({ name }) => name)
}

const person = newPerson({
  firstName: 'Canaria',
  lastName: 'Featherstone',
  email: 'canary-mailbox@example.org',
  mobile: '+447700900987',
})
const canaries = {
  firstName: 'Canaria',
  lastName: 'Featherstone',
  email: 'canary-mailbox',
  mobile: '7700900987',
  guardianName: 'Guardiana',
  guardianEmail: 'canary-guardian',
  message: 'canary-question',
  browser: 'CanaryBrowser',
  passkey: 'canary-passkey',
  picture: Buffer.from('canary-picture').toString('hex'),
  newAddress: 'canary-next-mailbox',
  notification: 'canary-told',
  file: 'canary-report',
  bookingFile: 'canary-letter',
  comment: 'canary-comment',
  rating: 'canary-words',
  sessionPhone: '7700 900988',
  sessionNotes: 'canary-plans',
  memberNotes: 'canary-noted',
  consultantNotes: 'canary-impression',
  conversation: 'canary-asked',
  answer: 'canary-answered',
  inboxReply: 'canary-replied',
  inboxNote: 'canary-noted',
}
const visibleInDownload = Object.values({ ...canaries, picture: 'picture.webp' })
const userAgent = 'Mozilla/5.0 CanaryBrowser/1.0'

/** Creates a member with data in every table. */
async function openFullAccount() {
  await app.visitor.post('/api/auth/register', { ...person, marketing: false })
  const { email, password } = person
  const { body } = await app.visitor.post('/api/auth/login', { email, password }, { 'user-agent': userAgent })
  const { token, user } = body.data
  const member = { ...makeClient(app.app, token), id: user.id as string, token: token as string, person }
  await payFor(app, member)
  await subscribe(app, member)
  await app.rows(
    `update account set email_verified_at = now(), guardian_name = 'Guardiana', guardian_email = 'canary-guardian@example.org' where id = $1`,
    member.id,
  )
  await bookSession(member)
  await exchangeMessages(member)
  await app
    .stranger()
    .post('/api/contact', { name: 'Canaria', email: 'Canary-Mailbox@example.org', message: 'canary-question' })
  await answerMessage()
  await app.settle()
  await member.get('/api/deliverables')
  await member.post('/api/auth/reauthentication', { password: 'this is not it' })
  await writeRows(app, member.id)
  return member
}

async function answerMessage() {
  const administrator = await app.quickMember('administrator')
  const { items } = (await administrator.get('/api/admin/inbox?writer=canary-mailbox@example.org')).body.data
  const inbox = `/api/admin/inbox/${items[0].id}`
  await administrator.post(`${inbox}/replies`, { id: crypto.randomUUID(), text: 'canary-replied' })
  await administrator.post(`${inbox}/notes`, { id: crypto.randomUUID(), text: 'canary-noted' })
}

async function exchangeMessages(member: Parameters<typeof book>[0] & { id: string }) {
  const administrator = await app.quickMember('administrator')
  await member.post('/api/conversation/messages', { id: crypto.randomUUID(), text: 'canary-asked' })
  const text = 'canary-answered'
  await administrator.post(`/api/admin/conversations/${member.id}/messages`, {
    id: crypto.randomUUID(),
    text,
    seenUntil: null,
  })
  await administrator.post(`/api/admin/members/${member.id}/notes`, { text: 'canary-noted' })
  await administrator.post(`/api/admin/members/${member.id}/impersonations`, { reason: 'They asked for help' })
}

async function bookSession(member: Parameters<typeof book>[0]) {
  await givenBookableConsultant(app)
  const { body } = await member.get('/api/sessions')
  const { entitlementId, lineKey } = body.data[0]
  const startsAt = hoursAhead(app, 48)
  const phone = '+44 7700 900988'
  const answer = await book(member, { entitlementId, lineKey, startsAt, place: 'phone', phone, notes: 'canary-plans' })
  expect(answer.status).toBe(200)
}

/** Inserts the rows that other parts of the site would write. */
async function writeRows({ rows }: TestApp, id: string) {
  const hash = () => Buffer.from(crypto.randomUUID())
  await rows("insert into account_picture values ($1, 'canary-picture', 'image/webp', 'v1', now())", id)
  await rows(
    "insert into authenticator (account_id, secret, created_at, confirmed_at, last_step) values ($1, 'secret', now(), now(), 1)",
    id,
  )
  await rows(
    `insert into notification (member_id, reason, title, text, path, created_at)
     values ($1, 'canary', 'canary-told', 'Told.', '/portal', now())`,
    id,
  )
  await rows('insert into calendar_feed values ($1, $2, now())', id, hash())
  await rows('insert into recovery_code values ($1, $2, null)', id, hash())
  await rows("insert into factor_recovery values ($1, now(), now() + interval '7 days')", id)
  await rows(
    "insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at) values ($1, $2, 'key', 0, '{}', 'canary-passkey', now())",
    id,
    hash(),
  )
  await rows('insert into password_reset values ($1, $2, now(), now(), null)', hash(), id)
  await rows(
    "insert into email_verification values ($1, $2, 'canary-next-mailbox@example.org', now(), null, true)",
    hash(),
    id,
  )
  await rows(
    `insert into login_challenge (token_hash, purpose, account_id, keep_signed_in, created_at, expires_at)
     values ($1, 'confirmation', $2, false, now(), now())`,
    hash(),
    id,
  )
  await rows(
    `insert into refund (purchase_id, kind, reason, amount, currency, status, ends_access, requested_by, requested_at)
     select id, 'staff', 'A session fell out', 100, 'GBP', 'succeeded', false, $1, now() from purchase where member_id = $1`,
    id,
  )
  await rows(
    `insert into dispute (provider_id, purchase_id, amount, currency, reason, status, opened_at)
     select 'dp_' || id, id, 100, 'GBP', 'general', 'won', now() from purchase where member_id = $1`,
    id,
  )
  await rows(
    `insert into guardian_confirmation
       (member_id, package_id, package_version, market, currency, tax, total, guardian_email, token_hash, requested_at, expires_at)
     values ($1, 'my-future-basic', 1, 'uk', 'GBP', 1980, 11880, 'canary-guardian@example.org', 'hash', now(), now())`,
    id,
  )
  const [{ id: fileId }] = await rows(
    "insert into stored_file (name, type, size, stored_at) values ('canary-report.pdf', 'pdf', 13, now()) returning id",
  )
  await rows("insert into file_piece values ($1, 0, 'canary-report')", fileId)
  await rows(
    `with item as (select id from deliverable where member_id = $1 limit 1), version as (
       insert into deliverable_version (deliverable_id, number, file_id, made_at, published_at) select id, 1, $2, now(), now() from item
     )
     insert into deliverable_comment (deliverable_id, author, text, written_at) select id, 'member', 'canary-comment', now() from item`,
    id,
    fileId,
  )
  await rows(
    `insert into session_note (booking_id, author_id, is_shared, text, written_at)
     select booking.id, consultant.account_id, false, 'canary-impression', now()
     from booking join consultant on consultant.id = booking.consultant_id where booking.member_id = $1`,
    id,
  )
  const [{ id: letterId }] = await rows(
    "insert into stored_file (name, type, size, stored_at) values ('canary-letter.pdf', 'pdf', 13, now()) returning id",
  )
  await rows("insert into file_piece values ($1, 0, 'canary-letter')", letterId)
  await rows('insert into booking_file select id, 1, $2, now() from booking where member_id = $1', id, letterId)
  await rows(
    `with held as (
       insert into booking (member_id, entitlement_id, line_key, package_id, title, minutes, is_unlimited, starts_at,
         ends_at, occupied, state, place, created_at, booked_at)
       select member_id, id, 'initial-consultation', package_id, 'A session', 10, false, now(), now() + interval '10 minutes',
         tstzrange(now(), now() + interval '10 minutes'), 'held', 'online', now(), now()
       from entitlement where member_id = $1 limit 1
       returning id
     ), rated as (
       insert into rating select id, 5, 'canary-words', true, '2026-11', now(), now(), 'Canaria' from held
     )
     insert into waitlist_entry select id, now() from held`,
    id,
  )
  await rows(
    `with written as (insert into newsletter (subject, text, written_at) values ('News', 'There is news.', now()) returning id)
     insert into newsletter_recipient select id, $1, $2, now() from written`,
    id,
    hash(),
  )
  for (const to of ['canary-next-mailbox@example.org', 'canary-guardian@example.org']) {
    await rows(
      `insert into email (id, reason, recipient, subject, text_body, html_body, created_at)
       values (gen_random_uuid(), $1, $1, 'Hello Canaria', 'Hello Canaria', 'Hello Canaria', now())`,
      to,
    )
  }
}

test('the export contains everything about a member, and only the invoice outlives the account', async () => {
  expect(await tablesAboutPeople()).toEqual(Object.keys(exported).sort())
  const ada = await openFullAccount()

  const answer = await app.app.inject({ url: '/api/account/data', headers: { authorization: `Bearer ${ada.token}` } })
  const files = unzipSync(new Uint8Array(answer.rawPayload))
  const json = strFromU8(files['data.json'] ?? new Uint8Array())
  const sections = JSON.parse(json)
  const empty = Object.entries(exported).filter(
    ([, disposition]) => 'section' in disposition && !countEntries(sections[disposition.section]),
  )
  expect(empty).toEqual([])
  for (const canary of visibleInDownload) expect(json).toContain(canary)
  const columns = await app.rows("select column_name from information_schema.columns where table_name = 'account'")
  const exportedColumns = columns.filter(({ column_name: column }) => !leftOut[column])
  expect(Object.keys(sections.account)).toHaveLength(exportedColumns.length)
  expect(sections.paymentProviders).toMatchObject([{ customerNumber: expect.stringMatching(/^cus_/) }])
  expect(files['picture.webp'] && strFromU8(files['picture.webp'])).toBe('canary-picture')

  // If an unexpected error occurs, it must not log personal data either.
  await app.rows('alter table document rename to document_away')
  expect((await ada.get('/api/account/deletion')).status).toBe(500)
  await app.rows('alter table document_away rename to document')

  expect((await ada.send('DELETE', '/api/account', { confirmation: 'DELETE' })).status).toBe(200)
  await app.settle()

  const tables = await readTables(app)
  for (const [table, text] of tables) {
    // Invoices are immutable, and are the only documents that may keep the name.
    if (table === 'public.document') continue
    const leaks = Object.entries(canaries).filter(([, canary]) => text.includes(canary))
    expect([table, leaks]).toEqual([table, []])
  }
  recordMeasurement(
    'S14',
    `${Object.keys(canaries).length} words of a member in their export, and after erasure in none of ${tables.length} tables except the invoice`,
    'export complete, 0 of 12 words left outside the invoice',
  )
  const [invoice] = await app.rows('select content from document')
  expect(invoice.content.buyer).toMatchObject({ name: 'Canaria Featherstone', email: person.email })
  const logged = app.logLines.join('\n')
  expect(logged).toContain('"path":"/api/account/deletion"')
  for (const canary of [...Object.values(canaries), person.password, ada.token]) expect(logged).not.toContain(canary)
})

test('after an account is deleted, only the tables listed here still refer to it', async () => {
  const referring = await app.rows(`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name in ('account_id', 'member_id')
  `)
  const [{ account_id: id }] = await app.rows('select account_id from erasure')
  const tablesLeft = []
  for (const { table_name: table, column_name: column } of referring) {
    const rows = await app.rows(`select 1 from ${table} where ${column} = $1`, id)
    if (rows.length > 0) tablesLeft.push(table)
  }
  expect(tablesLeft.filter((table) => !remaining[table])).toEqual([])
  expect(await app.rows('select first_name, last_name, mobile, guardian_name from account where id = $1', id)).toEqual([
    { first_name: '', last_name: '', mobile: '', guardian_name: null },
  ])
})

function countEntries(section: object | object[] | undefined): number {
  return Array.isArray(section) ? section.length : Object.keys(section ?? {}).length
}
