import { afterAll, expect, test } from 'vitest'
import { personalDataAreas } from '#app/server/personal-data.ts'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { newPerson, startApp } from '#tests/support/app/start-app.ts'
import { payFor, paymentsAtProvider, startPaying } from '#tests/support/given/checkout.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { replayErasures } from './replay-erasures.ts'

const app = await startApp()
afterAll(app.close)

type Client = { send: typeof app.visitor.send }
const deleteAccount = (member: Client) => member.send('DELETE', '/api/account', { confirmation: 'delete' })
const eraseMember = (admin: Client, id: string, confirmation: string) =>
  admin.send('DELETE', `/api/admin/members/${id}`, { confirmation, reason: 'They asked by letter' })
const storedEmails = (address: string) => app.rows('select subject, sent_at from email where recipient = $1', address)
const purchaseStatus = async (id: string) =>
  (await app.rows('select status from purchase where id = $1', id))[0]?.status

test('account deletion logs the member out, blocks login and frees the address for a new account', async () => {
  const ada = await app.member()
  const { email, password } = ada.person

  const answer = await deleteAccount(ada)

  expect([answer.status, answer.body.message]).toEqual([
    200,
    'Your account has been deleted. We’ve sent you one last email to confirm this.',
  ])
  expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '' }])
  // The browser may have cached the profile picture.
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect((await ada.get('/api/auth/me')).status).toBe(401)
  expect((await app.stranger().post('/api/auth/login', { email, password })).body.code).toBe('wrong-credentials')
  expect((await app.member({ email })).id).not.toBe(ada.id)
})

test('the farewell email is sent but not stored, and pending emails are dropped', async () => {
  const ada = await app.member()
  expect(await storedEmails(ada.person.email)).toMatchObject([
    { subject: expect.stringContaining('confirm your'), sent_at: null },
  ])
  await deleteAccount(ada)
  const emails = await emailsTo(app, ada.person.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
  expect(await storedEmails(ada.person.email)).toEqual([])
})

test('an undeliverable farewell email is purged after a week', async () => {
  const ada = await app.member()
  await deleteAccount(ada)
  await app.runJobs({ send: () => Promise.reject(new Error('no such mailbox')) })
  expect(await storedEmails(ada.person.email)).toHaveLength(1)
  await app.rows("update email set created_at = created_at - interval '8 days' where recipient = $1", ada.person.email)
  await app.rows("delete from pgboss.job where name = 'send-email'")
  await app.run('purge-emails')
  expect(await storedEmails(ada.person.email)).toEqual([])
})

test('the preview lists the packages that will end and the records kept, with their dates', async () => {
  const { ada } = await memberWithInvoiceAndComplaint()

  const { body } = await ada.get('/api/account/deletion')

  expect(body.data).toMatchObject({
    packages: [{ title: 'MY FUTURE WEEK' }],
    kept: [
      { kind: 'invoices', count: 1 },
      { kind: 'complaints', count: 1 },
    ],
  })
  const years = body.data.kept.map(
    ({ until }: { until: string }) => Number(until.slice(0, 4)) - app.clock.now().getFullYear(),
  )
  expect(years).toEqual([7, 6])
})

test('deletion ends packages but keeps invoices and complaints', async () => {
  const { ada, complaintAddress } = await memberWithInvoiceAndComplaint()
  expect((await deleteAccount(ada)).status).toBe(200)
  expect(await app.rows('select 1 from entitlement where member_id = $1 and cancelled_at is null', ada.id)).toEqual([])
  const ownInvoices = "select 1 from document where content->'buyer'->>'email' = $1"
  expect(await app.rows(ownInvoices, ada.person.email)).toHaveLength(1)
  expect(await app.rows('select 1 from message where email = $1', complaintAddress)).toHaveLength(1)
})

test('a complaint email pending at deletion still names its sender and is not stored once sent', async () => {
  const { ada, complaintAddress } = await memberWithInvoiceAndComplaint()
  await deleteAccount(ada)
  await app.settle()
  const complaints = app.mails.filter(({ replyTo }) => replyTo === complaintAddress)
  expect(complaints.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Complaint/)])
  expect(await app.rows('select 1 from email where reply_to = $1', complaintAddress)).toEqual([])
})

/** The complaint email is still pending, and its address differs from the account's in case. */
async function memberWithInvoiceAndComplaint() {
  const ada = await app.quickMember()
  await payFor(app, ada)
  await app.settle()
  await app.rows('update account set email_verified_at = now() where id = $1', ada.id)
  const complaintAddress = ada.person.email.toUpperCase()
  const complaint = { name: 'Ada', email: complaintAddress, message: 'Late', topic: 'service' }
  await app.stranger().post('/api/complaints', complaint)
  return { ada, complaintAddress }
}

test('deletion cancels a pending payment and removes the name and email from the payment provider', async () => {
  const ada = await app.quickMember()
  const { id } = await startPaying(ada)
  const [{ provider_id: customerId }] = await app.rows(
    'select provider_id from payment_customer where member_id = $1',
    ada.id,
  )
  const customer = () => app.sandbox.objects('customer', 1_000).find((stored) => stored.id === customerId)
  expect(customer()).toMatchObject({ email: ada.person.email })
  expect((await deleteAccount(ada)).status).toBe(200)
  expect(paymentsAtProvider(app, id).map(({ status }) => status)).toEqual(['canceled'])
  expect(await purchaseStatus(id)).toBe('cancelled')
  await app.settle()
  expect(customer()).toMatchObject({ email: null, name: null })
})

test('if a payment has just arrived, it is completed first, and deletion must be requested again', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  expect((await deleteAccount(ada)).body.code).toBe('payment-arrived')
  expect(await purchaseStatus(id)).toBe('completed')
  expect((await deleteAccount(ada)).status).toBe(200)
})

test('a payment arriving after deletion is recorded as an anomaly and grants nothing', async () => {
  const ada = await app.quickMember()
  const { id, clientSecret, paymentIntentId } = await startPaying(ada)
  // Simulates a payment at the provider that can no longer be cancelled.
  await app.rows('update purchase set payment_intent_id = null where id = $1', id)
  await deleteAccount(ada)
  await app.pay(clientSecret)
  await app.settle()
  expect(await app.rows('select amount from payment_entry where purchase_id = $1', id)).toEqual([{ amount: 11_880 }])
  expect(await app.rows('select kind from payment_anomaly where subject = $1', paymentIntentId)).toEqual([
    { kind: 'payment-after-deletion' },
  ])
  expect(await app.rows('select 1 from document where purchase_id = $1', id)).toEqual([])
  expect(await app.rows('select 1 from entitlement where purchase_id = $1', id)).toEqual([])
})

test('purchase confirmations are not resent after deletion', async () => {
  const ada = await app.quickMember()
  const id = await payFor(app, ada)
  await app.settle()
  await deleteAccount(ada)
  await app.settle()
  await app.rows("update purchase set completed_at = now() - interval '2 hours' where id = $1", id)
  await app.run('send-missing-confirmations')
  const confirmationJobs =
    "select 1 from pgboss.job where name = 'send-purchase-confirmation' and data->>'purchaseId' = $1"
  expect(await app.rows(confirmationJobs, id)).toHaveLength(1)
  expect(await app.rows('select 1 from email where reason = $1', `purchase-confirmation:${id}`)).toEqual([])
})

test('a staff account cannot be deleted by its owner or by an administrator', async () => {
  const consultant = await app.quickMember('consultant')
  const answers = [
    await deleteAccount(consultant),
    await eraseMember(await app.quickMember('administrator'), consultant.id, 'ERASE'),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'staff-account']))
  expect((await consultant.get('/api/auth/me')).status).toBe(200)
})

test('staff can erase a member on request, and the audit entry is kept', async () => {
  const admin = await app.quickMember('administrator')
  const member = await app.quickMember()
  await admin.post(`/api/admin/members/${member.id}/notes`, { text: 'Prefers the telephone' })
  const erase = (confirmation: string) => eraseMember(admin, member.id, confirmation)
  expect((await admin.get(`/api/admin/members/${member.id}/deletion`)).body.data).toMatchObject({ packages: [] })
  expect((await erase('yes')).status).toBe(400)
  expect((await erase('ERASE')).status).toBe(200)

  expect((await member.get('/api/auth/me')).status).toBe(401)
  expect(await app.rows('select email from account where id = $1', member.id)).toEqual([
    { email: `deleted-${member.id}@deleted.invalid` },
  ])
  expect(await app.rows('select id from member_note where member_id = $1', member.id)).toEqual([])
  expect((await erase('ERASE')).status).toBe(404)
  expect(await emailsTo(app, member.person.email, 'Your account has been deleted')).toHaveLength(1)
  const actions = (await listAuditEntries(app, 'member', member.id)).map(({ action }) => action)
  expect(actions).toEqual(['member.note-written', 'member.erased'])
})

test('deletion requires the confirmation word', async () => {
  const ada = await app.quickMember()
  expect((await ada.send('DELETE', '/api/account', { confirmation: 'yes' })).body.errors).toEqual({
    confirmation: 'Type the word DELETE',
  })
  expect((await ada.get('/api/auth/me')).status).toBe(200)
})

test('concurrent deletion requests delete the account once', async () => {
  const ada = await app.quickMember()
  const answers = await Promise.all([deleteAccount(ada), deleteAccount(ada)])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true)
  expect(await emailsTo(app, ada.person.email)).toHaveLength(1)
})

test('after a restore, deleted accounts are erased again without another email', async () => {
  const ada = await app.member(newPerson({ firstName: 'Restored' }))
  const [before] = await app.rows(`select id, ${backedUpColumns} from account where id = $1`, ada.id)
  const [initial] = await app.rows('select count(*)::int as count from account where deleted_at is null')
  await deleteAccount(ada)
  await app.settle()
  await restoreAccount(before)
  app.mails.length = 0

  const areas = personalDataAreas(app.provider, app.clock.now)
  expect(await replayErasures(app.context, areas)).toBeGreaterThan(0)
  await app.settle()

  expect(await app.rows('select first_name, mobile from account where id = $1', ada.id)).toEqual([
    { first_name: '', mobile: '' },
  ])
  expect(app.mails).toEqual([])
  expect(await app.rows('select count(*)::int as count from account where deleted_at is null')).toEqual([
    { count: initial.count - 1 },
  ])
})

const backedUpColumns = 'email, email_canonical, first_name, last_name, mobile, password_hash'

/**
 * Puts one account back as restoring a backup would.
 * @param before the account's id and backed-up columns
 */
async function restoreAccount(before: Record<string, unknown>): Promise<void> {
  await app.rows(
    `update account set (${backedUpColumns}, disabled_at, deleted_at) = ($2, $3, $4, $5, $6, $7, null, null) where id = $1`,
    ...Object.values(before),
  )
}
