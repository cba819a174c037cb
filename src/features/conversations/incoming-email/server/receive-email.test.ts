import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { deliverEmail, incomingEmail, rawEmail } from '../../../../../tests/support/given/incoming-emails.ts'

const app = await startApp({ incomingMail: incomingEmail })
afterAll(app.close)

const administrator = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>

/** A member to whom the company has written, with the reply address. */
async function givenLetter() {
  const member = await app.quickMember()
  await administrator.post(`/api/admin/conversations/${member.id}/messages`, {
    id: randomUUID(),
    text: 'How did it go?',
    seenUntil: null,
  })
  await app.settle()
  const letter = app.mails.find(({ to }) => to === member.person.email)
  if (!letter?.replyTo) throw new Error('The letter has no address to answer to')
  return { member, to: letter.replyTo, from: member.person.email, letter }
}

const thread = async (member: Pick<Member, 'get'>) => (await member.get('/api/conversation')).body.data.items
const textsOf = async (member: Pick<Member, 'get'>) => (await thread(member)).map(({ text }: { text: string }) => text)
const outcomeOf = async (raw: string | Buffer) => (await deliverEmail(app, raw)).body.data
const passedOn = () => app.rows('select name, email, body from message order by received_at')

test('an email reply joins the conversation without its quotation, and the company is notified', async () => {
  const { member, to, from, letter } = await givenLetter()
  expect(to).toMatch(/^replies\+[0-9a-f]{40}@futureworld\.example$/)
  expect(letter.text).toContain('write your answer above this line')
  const quoted = letter.text.replaceAll(/^/gm, '> ')
  const text = `Very well, thank you.\r\n\r\nOn Sun, 22 Nov 2026 at 19:00, FutureWorld Consultancy\r\n<${to}> wrote:\r\n\r\n${quoted}`
  expect(await deliverEmail(app, rawEmail({ from: `Ada <${from}>`, to, text }))).toEqual({
    status: 200,
    body: { success: true, data: { outcome: 'added' } },
  })
  const [newest] = await thread(member)
  expect(newest).toMatchObject({ author: 'member', text: 'Very well, thank you.', channel: 'mail', isTruncated: false })
  await app.settle()
  expect(app.mails.some(({ text }) => text.includes(`/admin/conversations/${member.id}`))).toBe(true)
  const { items } = (await administrator.get('/api/admin/conversations')).body.data
  expect(items[0]).toMatchObject({ member: { id: member.id }, waitingSince: expect.any(String) })
})

test('an email delivered three times is stored once', async () => {
  const { member, to, from } = await givenLetter()
  const mail = rawEmail({ from, to, text: 'Only once' })
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(mail)))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['added', 'known', 'known'])
  expect((await textsOf(member)).filter((text: string) => text === 'Only once')).toHaveLength(1)
})

test('the reply address is case-insensitive and may be known to the mail server only', async () => {
  const { member, to, from } = await givenLetter()
  await deliverEmail(app, rawEmail({ from: from.toUpperCase(), to: to.toUpperCase(), text: 'In capitals' }))
  const hidden = rawEmail({ from, to: 'undisclosed-recipients:;', text: 'Hidden' })
  await deliverEmail(app, hidden, { query: `?recipient=${encodeURIComponent(to)}` })
  expect((await textsOf(member)).slice(0, 2)).toEqual(['Hidden', 'In capitals'])
})

test('an HTML-only email becomes text without its quotation', async () => {
  const { member, to, from } = await givenLetter()
  const body = [
    'Content-Type: text/html; charset=utf-8',
    '',
    '<style>p { color: red }</style><p>Good &amp; well<script>alert(1)</script>,</p><p>Ada</p>',
    '<div>On Sunday, 22 November 2026 at 19:00, FutureWorld wrote:</div><blockquote><p>How did it go?</p></blockquote>',
  ].join('\r\n')
  expect(await outcomeOf(rawEmail({ from, to, body }))).toEqual({ outcome: 'added' })
  expect((await textsOf(member))[0]).toBe('Good & well,\n\nAda')
})

test('the conversation shows how many attachments were not taken', async () => {
  const { member, to, from } = await givenLetter()
  const part = (type: string, more = '') => `--x\r\nContent-Type: ${type}${more}\r\n\r\nAAAA\r\n`
  const files = part('image/png', '\r\nContent-Disposition: attachment; filename="a.png"') + part('application/pdf')
  const body = (words: string) =>
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${words}\r\n${files}--x--`
  await outcomeOf(rawEmail({ from, to, body: body('See the files.') }))
  await outcomeOf(rawEmail({ from, to, body: body('') }))
  expect((await thread(member)).slice(0, 2)).toMatchObject([
    { text: '', skippedFiles: 2 },
    { text: 'See the files.', skippedFiles: 2 },
  ])
})

test('an email over 5,000 characters is truncated and marked', async () => {
  const { member, to, from } = await givenLetter()
  await outcomeOf(rawEmail({ from, to, text: `${'word '.repeat(999)}😀😀😀 and more`.repeat(2) }))
  const [newest] = await thread(member)
  expect(newest.isTruncated).toBe(true)
  expect(newest.text.length).toBeLessThanOrEqual(5_000)
  expect(newest.text.isWellFormed()).toBe(true)
})

test('characters that cannot be stored or shown are removed', async () => {
  const { member, to, from } = await givenLetter()
  const raw = Buffer.concat([
    Buffer.from(rawEmail({ from, to, text: 'be' })),
    Buffer.from([0, 7, 0xff]),
    Buffer.from('fore'),
  ])
  expect(await outcomeOf(raw)).toEqual({ outcome: 'added' })
  expect((await textsOf(member))[0]).toBe('be\n�fore')
})

test('an email from another sender is passed on to the company, not added to the conversation', async () => {
  const { member, to, from } = await givenLetter()
  const before = await textsOf(member)
  expect(await outcomeOf(rawEmail({ from: 'Eve <eve@example.org>', to, text: 'I am Ada.' }))).toEqual({
    outcome: 'passed-on',
  })
  // An email with two senders is not accepted, even if one is the member.
  const twice = rawEmail({ from, to, headers: ['From: eve@example.org'], text: 'Twice' })
  expect(await outcomeOf(twice)).toEqual({ outcome: 'ignored', because: 'no-sender' })
  expect(await textsOf(member)).toEqual(before)
  expect((await passedOn()).at(-1)).toEqual({
    name: 'Eve',
    email: 'eve@example.org',
    body: 'Subject: Re: FutureWorld Consultancy has written to you\n\nI am Ada.',
  })
  await app.settle()
  const told = app.mails.find(({ replyTo }) => replyTo === 'eve@example.org')
  expect(told?.text).toContain('not from the member. It was not added there')
  expect(told?.text).toContain(`/admin/conversations/${member.id}`)
  // No email goes to an unverified sender.
  expect(app.mails.filter((mail) => mail.to === 'eve@example.org')).toEqual([])
})

test('SPF, DKIM and DMARC results are logged and do not affect the outcome', async () => {
  await using quiet = await startApp({ incomingMail: incomingEmail, logLevel: 'info' })
  const said =
    'Authentication-Results: mx.example.org; spf=fail smtp.mailfrom=canary@example.org; dkim=pass; dmarc=fail'
  const stranger = rawEmail({ from: 'canary@example.org', to: incomingEmail.address, headers: [said] })

  expect((await deliverEmail(quiet, stranger)).body.data).toEqual({ outcome: 'passed-on' })

  const lines = quiet.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a mail came in')
  expect(lines).toMatchObject([
    { incomingMail: { outcome: 'passed-on' }, sender: { spf: 'fail', dkim: 'pass', dmarc: 'fail' } },
  ])
  expect(JSON.stringify(lines)).not.toContain('canary')
  // The member's own address with passing checks is not enough without the signed reply address.
  const { from, member } = await givenLetter()
  const headers = ['Authentication-Results: mx.example.org; spf=pass; dkim=pass; dmarc=pass']
  const unsigned = rawEmail({ from, to: incomingEmail.address, headers, text: 'From me, really' })
  expect(await outcomeOf(unsigned)).toEqual({ outcome: 'passed-on' })
  expect(await textsOf(member)).not.toContain('From me, really')
})

test('an email to a forged or revoked reply address is passed on to the company', async () => {
  const { member, to, from } = await givenLetter()
  const forged = to.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  expect(await outcomeOf(rawEmail({ from, to: forged, text: 'Forged' }))).toEqual({ outcome: 'passed-on' })
  expect(await outcomeOf(rawEmail({ from, to: incomingEmail.address, text: 'None' }))).toEqual({ outcome: 'passed-on' })

  const url = `/api/admin/conversations/${member.id}`
  expect((await administrator.post(`${url}/reply-address`)).status).toBe(200)
  expect(await outcomeOf(rawEmail({ from, to, text: 'Late' }))).toEqual({ outcome: 'passed-on' })
  expect(await textsOf(member)).toEqual(['How did it go?'])

  await administrator.post(`${url}/messages`, { id: randomUUID(), text: 'Again', seenUntil: null })
  await app.settle()
  const next = app.mails.findLast((mail) => mail.to === from)?.replyTo ?? ''
  expect(next).not.toBe(to)
  expect(await outcomeOf(rawEmail({ from, to: next, text: 'Here' }))).toEqual({ outcome: 'added' })
})

test('a reply from a deleted or disabled account is passed on to the company', async () => {
  const left = await givenLetter()
  await left.member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  expect(await outcomeOf(rawEmail({ from: left.from, to: left.to }))).toEqual({ outcome: 'passed-on' })

  const closed = await givenLetter()
  await app.rows('update account set disabled_at = now() where id = $1', closed.member.id)
  expect(await outcomeOf(rawEmail({ from: closed.from, to: closed.to }))).toEqual({ outcome: 'passed-on' })
})

test.each([
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated; owner-email="ada@example.org"'],
  ['Precedence: bulk'],
  ['X-Autoreply: yes'],
  ['Return-Path: <>'],
  ['List-Id: <news.example.org>'],
])('an automatic email is ignored: %s', async (header) => {
  const { member, to, from } = await givenLetter()
  const raw = rawEmail({ from, to, headers: [header], text: 'I am away.' })
  expect(await outcomeOf(raw)).toEqual({ outcome: 'ignored', because: 'automatic' })
  expect(await textsOf(member)).toEqual(['How did it go?'])
})

test('bounces and our own returned emails are ignored', async () => {
  const { to } = await givenLetter()
  const bounce = rawEmail({ from: 'Mail Delivery <MAILER-DAEMON@example.org>', to })
  expect(await outcomeOf(bounce)).toEqual({ outcome: 'ignored', because: 'automatic' })
  const own = rawEmail({ from: 'somebody@example.org', to, messageId: '<1234@localhost>' })
  expect(await outcomeOf(own)).toEqual({ outcome: 'ignored', because: 'our-own' })
  for (const from of [incomingEmail.address, 'Letters <Letters@FutureWorld.example>', 'hello@futureworld.example'])
    expect(await outcomeOf(rawEmail({ from, to }))).toEqual({ outcome: 'ignored', because: 'our-own' })
  expect(await outcomeOf(rawEmail({ from: 'nobody', to }))).toEqual({ outcome: 'ignored', because: 'no-sender' })
})

test('an empty email is ignored', async () => {
  const { to, from } = await givenLetter()
  const empty = rawEmail({ from, to, text: ' \r\n\u200b\r\n ' })
  expect(await outcomeOf(empty)).toEqual({ outcome: 'ignored', because: 'nothing-in-it' })
})

test('emails from one stranger are rate-limited', async () => {
  const { to } = await givenLetter()
  const outcomes: unknown[] = []
  for (let count = 0; count < 12; count += 1)
    outcomes.push(await outcomeOf(rawEmail({ from: 'flood@example.org', to, text: `Buy ${count}` })))
  expect(outcomes.at(0)).toEqual({ outcome: 'passed-on' })
  expect(outcomes.at(-1)).toEqual({ outcome: 'ignored', because: 'too-many' })
})

test("a member's 31st message in an hour is delayed, not lost", async () => {
  const { member, to, from } = await givenLetter()
  for (let count = 0; count < 30; count += 1)
    await member.post('/api/conversation/messages', { id: randomUUID(), text: `Message ${count}` })
  const mail = rawEmail({ from, to, text: 'The 31st' })
  expect(await deliverEmail(app, mail)).toMatchObject({ status: 429 })
  await app.rows("delete from rate_limit where key like 'conversation-message:%'")
  expect(await outcomeOf(mail)).toEqual({ outcome: 'added' })
})

test("line breaks in names add no headers to the company's email", async () => {
  const { to } = await givenLetter()
  const name = `=?utf-8?B?${Buffer.from('Eve\r\nBcc: victim@example.org').toString('base64')}?=`
  const raw = rawEmail({ from: `${name} <eve2@example.org>`, to, text: 'Hello' })
  expect(await outcomeOf(raw)).toEqual({ outcome: 'passed-on' })
  await app.settle()
  const told = app.mails.find(({ replyTo }) => replyTo === 'eve2@example.org')
  expect(told?.subject).toMatch(/^Message from Eve Bcc: victim@example\.org \(M-/)
  expect(told?.subject).not.toMatch(/[\r\n]/)
})

test("an email naming the member and another sender is not accepted as the member's", async () => {
  const { member, to, from } = await givenLetter()
  const writers = [`<${from}> <eve@example.org>`, `${from} (or <eve@example.org>)`, `"eve@example.org" <${from}>`]
  for (const writer of writers) {
    expect(await outcomeOf(rawEmail({ from: writer, to, text: 'Believe me' }))).toEqual({ outcome: 'passed-on' })
  }
  expect(await textsOf(member)).not.toContain('Believe me')
  expect(await outcomeOf(rawEmail({ from: `"${from}" <${from}>`, to, text: 'It is me' }))).toEqual({ outcome: 'added' })
})

test('emails to a reply address are passed on despite a flood of spam', async () => {
  const { to } = await givenLetter()
  const box = 'replies@futureworld.example'
  for (let sender = 0; sender < 70; sender += 1) {
    await outcomeOf(rawEmail({ from: `spam-${sender}@example.com`, to: box, text: 'Buy' }))
  }
  expect(await outcomeOf(rawEmail({ from: 'one-more@example.com', to: box, text: 'Buy' }))).toEqual({
    outcome: 'ignored',
    because: 'too-many',
  })
  expect(await outcomeOf(rawEmail({ from: 'ada.at.work@example.org', to, text: 'From work' }))).toEqual({
    outcome: 'passed-on',
  })
})
