import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { listAuditEntries } from '#tests/support/app/audit.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor } from '#tests/support/given/checkout.ts'

const app = await startApp()
afterAll(app.close)

async function download(member: { token: string }) {
  const headers = { authorization: `Bearer ${member.token}` }
  const response = await app.app.inject({ url: '/api/account/data', headers })
  const files = response.statusCode === 200 ? unzipSync(new Uint8Array(response.rawPayload)) : {}
  return { response, json: JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()) || 'null'), files }
}

test('the export is a zip of the account, purchases, payments, sessions and emails', async () => {
  const ada = await app.member()
  await payFor(app, ada)
  await app.settle()

  const { response, json, files } = await download(ada)

  expect(response.headers['content-type']).toBe('application/zip')
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="your-data-\d{4}-\d\d-\d\d\.zip"$/)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(Object.keys(files)).toEqual(['data.json', 'data.html'])
  expect(json.account).toMatchObject({ firstName: 'Ada', email: ada.person.email, mobile: ada.person.mobile })
  expect(json.purchases).toMatchObject([{ package: 'MY FUTURE WEEK', total: { amount: 11_880, currency: 'GBP' } }])
  expect(json.invoices).toMatchObject([{ buyerName: 'Ada Lovelace', buyerEmail: ada.person.email }])
  expect(json.payments).toMatchObject([{ kind: 'charge', amount: { amount: 11_880, currency: 'GBP' } }])
  expect(json.sessions).toHaveLength(1)
  expect(json.emails.map(({ subject }: { subject: string }) => subject)).toContain(
    '[TEST] Your MY FUTURE WEEK: payment received, £118.80',
  )
})

test('the exported page is self-contained, mentions the right to complain and escapes user text', async () => {
  const hostile = '<script>alert(1)</script>'
  const member = await app.member({ firstName: hostile })
  const page = strFromU8((await download(member)).files['data.html'] ?? new Uint8Array())
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toContain('<script')
  expect(page).not.toMatch(/(src|href)="(?!#)/)
  for (const text of ['Your account', 'Where you’ve logged in', member.person.email, '/complaints.', '(ICO)']) {
    expect(page).toContain(text)
  }
})

test('the export contains no hashes or tokens', async () => {
  const ada = await app.member()
  const { files } = await download(ada)
  const contents = Object.values(files)
    .map((file) => strFromU8(file))
    .join()
  for (const forbidden of ['argon2', ada.token, 'hash', 'secret'])
    expect(contents.toLowerCase()).not.toContain(forbidden)
})

test('messages sent from an address are exported only once the address is verified', async () => {
  const squatter = await app.member()
  const writing = { name: 'Owner', email: squatter.person.email, message: 'canary-of-the-owner' }
  await app.stranger().post('/api/contact', writing)
  await app.stranger().post('/api/complaints', { ...writing, topic: 'data-protection' })
  const { json } = await download(squatter)
  expect(json.messages).toEqual([])
  expect(JSON.stringify(json.emails)).not.toContain('complaint')

  await app.rows('update account set email_verified_at = now() where id = $1', squatter.id)
  expect((await download(squatter)).json.messages).toMatchObject([
    { kind: 'contact', message: 'canary-of-the-owner' },
    { kind: 'complaint', about: 'How my personal data was handled' },
  ])
})

test('each member can export their data five times an hour', async () => {
  const ada = await app.quickMember()
  for (let count = 0; count < 5; count += 1) expect((await download(ada)).response.statusCode).toBe(200)
  expect((await download(ada)).response.statusCode).toBe(429)
})

test('the export excludes emails sent to the address before this account was registered', async () => {
  const ada = await app.member()
  await app.settle()
  await app.rows('update account set email = $2, email_canonical = $2 where id = $1', ada.id, `new-${ada.person.email}`)
  const squatter = await app.member({ email: ada.person.email })

  const { json } = await download(squatter)
  await squatter.send('DELETE', '/api/account', { confirmation: 'DELETE' })

  const welcome = 'Welcome to FutureWorld Consultancy: confirm your email address'
  expect(json.emails.map(({ subject }: { subject: string }) => subject)).toEqual([welcome])
  const stored = await app.rows(
    'select subject from email where recipient = $1 and sent_at is not null',
    ada.person.email,
  )
  expect(stored).toEqual([{ subject: welcome }])
})

test('staff can export a member’s data, and the audit log records who did', async () => {
  const admin = await app.quickMember('administrator')
  const member = await app.quickMember()
  const reason = 'They asked by letter'
  const memberExport = await member.get('/api/account/data')
  const staffExport = await admin.post(`/api/admin/members/${member.id}/data`, { reason })
  expect(staffExport.headers['content-type']).toBe(memberExport.headers['content-type'])
  expect(staffExport.headers['content-disposition']).toBe(memberExport.headers['content-disposition'])
  const entries = await listAuditEntries(app, 'member', member.id)
  expect(entries).toMatchObject([{ action: 'account.exported' }, { action: 'member.exported', who: admin.id, reason }])
})
