import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { deliverEmail, incomingEmail, rawEmail } from '#tests/support/given/incoming-emails.ts'

const app = await startApp({ incomingEmail })
afterAll(app.close)

const administrator = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>

/** A member to whom the company has written, with the company's email and its reply address. */
async function givenEmailedMember() {
  const member = await app.quickMember()
  await administrator.post(`/api/admin/conversations/${member.id}/messages`, {
    id: randomUUID(),
    text: 'How did it go?',
    seenUntil: null,
  })
  await app.settle()
  const email = app.mails.find(({ to }) => to === member.person.email)
  if (!email?.replyTo) throw new Error('The email has no reply address')
  return { member, to: email.replyTo, from: member.person.email, email }
}

const readThread = async (member: Pick<Member, 'get'>) => (await member.get('/api/conversation')).body.data.items
const readTexts = async (member: Pick<Member, 'get'>) =>
  (await readThread(member)).map(({ text }: { text: string }) => text)
const receive = async (raw: string | Buffer) => (await deliverEmail(app, raw)).body.data
const listForwarded = () => app.rows('select name, email, body from message order by received_at')

test('an email reply joins the conversation without its quotation, and the company is notified', async () => {
  const { member, to, from, email } = await givenEmailedMember()
  expect(to).toMatch(/^replies\+[0-9a-f]{40}@futureworld\.example$/)
  expect(email.text).toContain('write your answer above this line')
  const quoted = email.text.replaceAll(/^/gm, '> ')
  const text = `Very well, thank you.\r\n\r\nOn Sun, 22 Nov 2026 at 19:00, FutureWorld Consultancy\r\n<${to}> wrote:\r\n\r\n${quoted}`
  expect(await deliverEmail(app, rawEmail({ from: `Ada <${from}>`, to, text }))).toEqual({
    status: 200,
    body: { success: true, data: { outcome: 'added' } },
  })
  const [newest] = await readThread(member)
  expect(newest).toMatchObject({ author: 'member', text: 'Very well, thank you.', channel: 'mail', isTruncated: false })
  await app.settle()
  expect(app.mails.some(({ text }) => text.includes(`/admin/conversations/${member.id}`))).toBe(true)
  const { items } = (await administrator.get('/api/admin/conversations')).body.data
  expect(items[0]).toMatchObject({ member: { id: member.id }, waitingSince: expect.any(String) })
})

test('an email delivered three times is stored once', async () => {
  const { member, to, from } = await givenEmailedMember()
  const email = rawEmail({ from, to, text: 'Only once' })
  const outcomes = await Promise.all([1, 2, 3].map(() => receive(email)))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['added', 'known', 'known'])
  expect((await readTexts(member)).filter((text: string) => text === 'Only once')).toHaveLength(1)
})

test('the reply address is case-insensitive and may appear only in the delivery address', async () => {
  const { member, to, from } = await givenEmailedMember()
  await deliverEmail(app, rawEmail({ from: from.toUpperCase(), to: to.toUpperCase(), text: 'In capitals' }))
  const hidden = rawEmail({ from, to: 'undisclosed-recipients:;', text: 'Hidden' })
  await deliverEmail(app, hidden, { query: `?recipient=${encodeURIComponent(to)}` })
  expect((await readTexts(member)).slice(0, 2)).toEqual(['Hidden', 'In capitals'])
})

test('an HTML-only email is converted to text and its quotation is removed', async () => {
  const { member, to, from } = await givenEmailedMember()
  const body = [
    'Content-Type: text/html; charset=utf-8',
    '',
    '<style>p { color: red }</style><p>Good &amp; well<script>alert(1)</script>,</p><p>Ada</p>',
    '<div>On Sunday, 22 November 2026 at 19:00, FutureWorld wrote:</div><blockquote><p>How did it go?</p></blockquote>',
  ].join('\r\n')
  expect(await receive(rawEmail({ from, to, body }))).toEqual({ outcome: 'added' })
  expect((await readTexts(member))[0]).toBe('Good & well,\n\nAda')
})

test('the conversation shows how many attachments were skipped', async () => {
  const { member, to, from } = await givenEmailedMember()
  const part = (type: string, headers = '') => `--x\r\nContent-Type: ${type}${headers}\r\n\r\nAAAA\r\n`
  const files = part('image/png', '\r\nContent-Disposition: attachment; filename="a.png"') + part('application/pdf')
  const body = (text: string) =>
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${text}\r\n${files}--x--`
  await receive(rawEmail({ from, to, body: body('See the files.') }))
  await receive(rawEmail({ from, to, body: body('') }))
  expect((await readThread(member)).slice(0, 2)).toMatchObject([
    { text: '', skippedFiles: 2 },
    { text: 'See the files.', skippedFiles: 2 },
  ])
})

test('an email over 5,000 characters is truncated and marked as truncated', async () => {
  const { member, to, from } = await givenEmailedMember()
  await receive(rawEmail({ from, to, text: `${'word '.repeat(999)}😀😀😀 and more`.repeat(2) }))
  const [newest] = await readThread(member)
  expect(newest.isTruncated).toBe(true)
  expect(newest.text.length).toBeLessThanOrEqual(5_000)
  expect(newest.text.isWellFormed()).toBe(true)
})

test('an email from another sender is passed on to the company, not added to the conversation', async () => {
  const { member, to, from } = await givenEmailedMember()
  const before = await readTexts(member)
  expect(await receive(rawEmail({ from: 'Eve <eve@example.org>', to, text: 'I am Ada.' }))).toEqual({
    outcome: 'passed-on',
  })
  // An email with two senders is not accepted, even if one is the member.
  const twoSenders = rawEmail({ from, to, headers: ['From: eve@example.org'], text: 'Twice' })
  expect(await receive(twoSenders)).toEqual({ outcome: 'ignored', because: 'no-sender' })
  expect(await readTexts(member)).toEqual(before)
  expect((await listForwarded()).at(-1)).toEqual({
    name: 'Eve',
    email: 'eve@example.org',
    body: 'Subject: Re: FutureWorld Consultancy has written to you\n\nI am Ada.',
  })
  await app.settle()
  const notification = app.mails.find(({ replyTo }) => replyTo === 'eve@example.org')
  expect(notification?.text).toContain('not from the member, so we didn’t add it')
  expect(notification?.text).toContain(`/admin/conversations/${member.id}`)
  // No email is sent to an unverified sender.
  expect(app.mails.filter((email) => email.to === 'eve@example.org')).toEqual([])
})

test('SPF, DKIM and DMARC results are logged but do not affect the outcome', async () => {
  await using loggingApp = await startApp({ incomingEmail, logLevel: 'info' })
  const header =
    'Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=canary@example.org; dkim=pass; dmarc=fail'
  const stranger = rawEmail({ from: 'canary@example.org', to: incomingEmail.address, headers: [header] })

  expect((await deliverEmail(loggingApp, stranger)).body.data).toEqual({ outcome: 'passed-on' })

  const lines = loggingApp.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'incoming email processed')
  expect(lines).toMatchObject([
    { incomingEmail: { outcome: 'passed-on' }, sender: { spf: 'fail', dkim: 'pass', dmarc: 'fail' } },
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
  // An email from the member's own address that passes the checks is still not enough without the signed reply address.
  const { from, member } = await givenEmailedMember()
  const headers = ['Authentication-Results: mx.example.org; spf=pass; dkim=pass; dmarc=pass']
  const unsigned = rawEmail({ from, to: incomingEmail.address, headers, text: 'From me, really' })
  expect(await receive(unsigned)).toEqual({ outcome: 'passed-on' })
  expect(await readTexts(member)).not.toContain('From me, really')
})

test('an email to a forged or revoked reply address is passed on to the company', async () => {
  const { member, to, from } = await givenEmailedMember()
  const forged = to.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  expect(await receive(rawEmail({ from, to: forged, text: 'Forged' }))).toEqual({ outcome: 'passed-on' })
  expect(await receive(rawEmail({ from, to: incomingEmail.address, text: 'None' }))).toEqual({ outcome: 'passed-on' })

  const url = `/api/admin/conversations/${member.id}`
  expect((await administrator.post(`${url}/reply-address`)).status).toBe(200)
  expect(await receive(rawEmail({ from, to, text: 'Late' }))).toEqual({ outcome: 'passed-on' })
  expect(await readTexts(member)).toEqual(['How did it go?'])

  await administrator.post(`${url}/messages`, { id: randomUUID(), text: 'Again', seenUntil: null })
  await app.settle()
  const newAddress = app.mails.findLast((email) => email.to === from)?.replyTo ?? ''
  expect(newAddress).not.toBe(to)
  expect(await receive(rawEmail({ from, to: newAddress, text: 'Here' }))).toEqual({ outcome: 'added' })
})

test('a reply from a deleted or disabled account is passed on to the company', async () => {
  const deleted = await givenEmailedMember()
  await deleted.member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  expect(await receive(rawEmail({ from: deleted.from, to: deleted.to }))).toEqual({ outcome: 'passed-on' })

  const disabled = await givenEmailedMember()
  await app.rows('update account set disabled_at = now() where id = $1', disabled.member.id)
  expect(await receive(rawEmail({ from: disabled.from, to: disabled.to }))).toEqual({ outcome: 'passed-on' })
})

test('an automatic email is ignored', async () => {
  const { member, to, from } = await givenEmailedMember()
  const raw = rawEmail({ from, to, headers: ['Auto-Submitted: auto-replied'], text: 'I am away.' })
  expect(await receive(raw)).toEqual({ outcome: 'ignored', because: 'automatic' })
  expect(await readTexts(member)).toEqual(['How did it go?'])
})

test("an email with our site's Message-ID, or from one of the company's addresses, is ignored", async () => {
  const { to } = await givenEmailedMember()
  const ownEmail = rawEmail({ from: 'somebody@example.org', to, messageId: '<1234@localhost>' })
  expect(await receive(ownEmail)).toEqual({ outcome: 'ignored', because: 'our-own' })
  for (const from of [incomingEmail.address, 'Letters <Letters@FutureWorld.example>', 'hello@futureworld.example'])
    expect(await receive(rawEmail({ from, to }))).toEqual({ outcome: 'ignored', because: 'our-own' })
})

test('emails from one unknown sender are rate-limited', async () => {
  const { to } = await givenEmailedMember()
  const outcomes: unknown[] = []
  for (let count = 0; count < 12; count += 1)
    outcomes.push(await receive(rawEmail({ from: 'flood@example.org', to, text: `Buy ${count}` })))
  expect(outcomes.at(0)).toEqual({ outcome: 'passed-on' })
  expect(outcomes.at(-1)).toEqual({ outcome: 'ignored', because: 'too-many' })
})

test("a member's 31st message in an hour is delayed, not lost", async () => {
  const { member, to, from } = await givenEmailedMember()
  for (let count = 0; count < 30; count += 1)
    await member.post('/api/conversation/messages', { id: randomUUID(), text: `Message ${count}` })
  const email = rawEmail({ from, to, text: 'The 31st' })
  expect(await deliverEmail(app, email)).toMatchObject({ status: 429 })
  await app.rows("delete from rate_limit where key like 'conversation-message:%'")
  expect(await receive(email)).toEqual({ outcome: 'added' })
})

test('line breaks in a name do not add headers to the email to the company', async () => {
  const { to } = await givenEmailedMember()
  const name = `=?utf-8?B?${Buffer.from('Eve\r\nBcc: victim@example.org').toString('base64')}?=`
  const raw = rawEmail({ from: `${name} <eve2@example.org>`, to, text: 'Hello' })
  expect(await receive(raw)).toEqual({ outcome: 'passed-on' })
  await app.settle()
  const notification = app.mails.find(({ replyTo }) => replyTo === 'eve2@example.org')
  expect(notification?.subject).toMatch(/^Message from Eve Bcc: victim@example\.org \(M-/)
  expect(notification?.subject).not.toMatch(/[\r\n]/)
})

test("an email that names the member and another sender is not accepted as the member's", async () => {
  const { member, to, from } = await givenEmailedMember()
  const writers = [`<${from}> <eve@example.org>`, `${from} (or <eve@example.org>)`, `"eve@example.org" <${from}>`]
  for (const writer of writers) {
    expect(await receive(rawEmail({ from: writer, to, text: 'Believe me' }))).toEqual({ outcome: 'passed-on' })
  }
  expect(await readTexts(member)).not.toContain('Believe me')
  expect(await receive(rawEmail({ from: `"${from}" <${from}>`, to, text: 'It is me' }))).toEqual({ outcome: 'added' })
})

test('emails to a reply address are passed on even during a flood of spam', async () => {
  const { to } = await givenEmailedMember()
  const mailbox = 'replies@futureworld.example'
  for (let sender = 0; sender < 70; sender += 1) {
    await receive(rawEmail({ from: `spam-${sender}@example.com`, to: mailbox, text: 'Buy' }))
  }
  expect(await receive(rawEmail({ from: 'one-more@example.com', to: mailbox, text: 'Buy' }))).toEqual({
    outcome: 'ignored',
    because: 'too-many',
  })
  expect(await receive(rawEmail({ from: 'ada.at.work@example.org', to, text: 'From work' }))).toEqual({
    outcome: 'passed-on',
  })
})

test('an email that sounds like leaving is flagged to staff until someone has replied', async () => {
  const { member, to, from } = await givenEmailedMember()
  const hints = async () => {
    const { items } = (await administrator.get('/api/admin/conversations')).body.data
    type Listed = { member: { id: string }; cancellationHint: string | null }
    return items.find((item: Listed) => item.member.id === member.id).cancellationHint
  }
  await receive(rawEmail({ from, to, text: 'Can I cancel the call on Friday?' }))
  expect(await hints()).toBe('unclear')
  await receive(rawEmail({ from, to, text: 'I want to end my subscription.' }))
  expect(await hints()).toBe('contract')
  await administrator.post(`/api/admin/conversations/${member.id}/answered`, { seenUntil: null })
  await administrator.post(`/api/admin/conversations/${member.id}/messages`, {
    id: randomUUID(),
    text: 'It is cancelled.',
    seenUntil: (await readThread(member))[0].writtenAt,
  })
  expect(await hints()).toBeNull()
})

test("a stranger's email that sounds like leaving is flagged in the inbox and in the company's email", async () => {
  await using other = await startApp({ incomingEmail })
  const raw = rawEmail({ from: 'ada@example.org', to: incomingEmail.address, text: 'I hereby cancel.' })
  await deliverEmail(other, raw)
  await other.settle()
  expect(await other.rows('select cancellation_hint from message')).toEqual([{ cancellation_hint: 'contract' }])
  expect(other.mails.map(({ subject }) => subject)).toMatchObject([
    expect.stringMatching(/^Cancellation\? Message from/),
  ])
})
