import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { bringMail, incomingMail, letterOf } from '../../../../tests/support/mails.ts'
import { startApp } from '../../../../tests/support/start-app.ts'

const app = await startApp({ incomingMail })
afterAll(app.close)

const administrator = await app.quickMember('administrator')

type Member = Awaited<ReturnType<typeof app.quickMember>>

/** A member to whom the company has written, and the address to which they answer. */
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
const outcomeOf = async (raw: string | Buffer) => (await bringMail(app, raw)).body.data
const passedOn = () => app.rows('select name, email, body from message order by received_at')

test('an answer to the letter lands in the conversation, without what it quotes, and the company is told', async () => {
  const { member, to, from, letter } = await givenLetter()
  expect(to).toMatch(/^replies\+[0-9a-f]{40}@futureworld\.example$/)
  expect(letter.text).toContain('write your answer above this line')
  const quoted = letter.text.replaceAll(/^/gm, '> ')
  const text = `Very well, thank you.\r\n\r\nOn Sun, 22 Nov 2026 at 19:00, FutureWorld Consultancy\r\n<${to}> wrote:\r\n\r\n${quoted}`
  expect(await bringMail(app, letterOf({ from: `Ada <${from}>`, to, text }))).toEqual({
    status: 200,
    body: { success: true, data: { outcome: 'added' } },
  })
  const [newest] = await thread(member)
  expect(newest).toMatchObject({ author: 'member', text: 'Very well, thank you.', cameBy: 'mail', isShortened: false })
  await app.settle()
  expect(app.mails.some(({ text }) => text.includes(`/admin/conversations/${member.id}`))).toBe(true)
  const { items } = (await administrator.get('/api/admin/conversations')).body.data
  expect(items[0]).toMatchObject({ member: { id: member.id }, waitingSince: expect.any(String) })
})

test('the same mail, delivered again, is there once', async () => {
  const { member, to, from } = await givenLetter()
  const mail = letterOf({ from, to, text: 'Only once' })
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(mail)))
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['added', 'known', 'known'])
  expect((await textsOf(member)).filter((text: string) => text === 'Only once')).toHaveLength(1)
})

test('the address counts in any case, and where only the mail server knows it', async () => {
  const { member, to, from } = await givenLetter()
  await bringMail(app, letterOf({ from: from.toUpperCase(), to: to.toUpperCase(), text: 'In capitals' }))
  const hidden = letterOf({ from, to: 'undisclosed-recipients:;', text: 'Hidden' })
  await bringMail(app, hidden, { query: `?recipient=${encodeURIComponent(to)}` })
  expect((await textsOf(member)).slice(0, 2)).toEqual(['Hidden', 'In capitals'])
})

test('a mail that has only HTML becomes text, and what it quotes is left out', async () => {
  const { member, to, from } = await givenLetter()
  const body = [
    'Content-Type: text/html; charset=utf-8',
    '',
    '<style>p { color: red }</style><p>Good &amp; well<script>alert(1)</script>,</p><p>Ada</p>',
    '<div>On Sunday, 22 November 2026 at 19:00, FutureWorld wrote:</div><blockquote><p>How did it go?</p></blockquote>',
  ].join('\r\n')
  expect(await outcomeOf(letterOf({ from, to, body }))).toEqual({ outcome: 'added' })
  expect((await textsOf(member))[0]).toBe('Good & well,\n\nAda')
})

test('of files that come with it the conversation says how many were not taken', async () => {
  const { member, to, from } = await givenLetter()
  const part = (type: string, more = '') => `--x\r\nContent-Type: ${type}${more}\r\n\r\nAAAA\r\n`
  const files = part('image/png', '\r\nContent-Disposition: attachment; filename="a.png"') + part('application/pdf')
  const body = (words: string) =>
    `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${words}\r\n${files}--x--`
  await outcomeOf(letterOf({ from, to, body: body('See the files.') }))
  await outcomeOf(letterOf({ from, to, body: body('') }))
  expect((await thread(member)).slice(0, 2)).toMatchObject([
    { text: '', untakenFiles: 2 },
    { text: 'See the files.', untakenFiles: 2 },
  ])
})

test('of more than 5,000 letters the first are kept, and the conversation says so', async () => {
  const { member, to, from } = await givenLetter()
  await outcomeOf(letterOf({ from, to, text: `${'word '.repeat(999)}😀😀😀 and more`.repeat(2) }))
  const [newest] = await thread(member)
  expect(newest.isShortened).toBe(true)
  expect(newest.text.length).toBeLessThanOrEqual(5_000)
  expect(newest.text.isWellFormed()).toBe(true)
})

test('characters that cannot be stored or shown are left out', async () => {
  const { member, to, from } = await givenLetter()
  const raw = Buffer.concat([
    Buffer.from(letterOf({ from, to, text: 'be' })),
    Buffer.from([0, 7, 0xff]),
    Buffer.from('fore'),
  ])
  expect(await outcomeOf(raw)).toEqual({ outcome: 'added' })
  expect((await textsOf(member))[0]).toBe('be\n�fore')
})

test('who knows the address but is somebody else is not let in: the company gets it as an ordinary message', async () => {
  const { member, to, from } = await givenLetter()
  const before = await textsOf(member)
  expect(await outcomeOf(letterOf({ from: 'Eve <eve@example.org>', to, text: 'I am Ada.' }))).toEqual({
    outcome: 'passed-on',
  })
  // Two senders at once, of whom one is right, are somebody else as well.
  const twice = letterOf({ from, to, headers: ['From: eve@example.org'], text: 'Twice' })
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
  // Nobody is written to because of what somebody says they are.
  expect(app.mails.filter((mail) => mail.to === 'eve@example.org')).toEqual([])
})

test('an address that we never gave out, or that was renewed, leads to the company and into no conversation', async () => {
  const { member, to, from } = await givenLetter()
  const forged = to.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@'))
  expect(await outcomeOf(letterOf({ from, to: forged, text: 'Forged' }))).toEqual({ outcome: 'passed-on' })
  expect(await outcomeOf(letterOf({ from, to: incomingMail.address, text: 'None' }))).toEqual({ outcome: 'passed-on' })

  const url = `/api/admin/conversations/${member.id}`
  expect((await administrator.post(`${url}/reply-address`)).status).toBe(200)
  expect(await outcomeOf(letterOf({ from, to, text: 'Late' }))).toEqual({ outcome: 'passed-on' })
  expect(await textsOf(member)).toEqual(['How did it go?'])

  await administrator.post(`${url}/messages`, { id: randomUUID(), text: 'Again', seenUntil: null })
  await app.settle()
  const next = app.mails.findLast((mail) => mail.to === from)?.replyTo ?? ''
  expect(next).not.toBe(to)
  expect(await outcomeOf(letterOf({ from, to: next, text: 'Here' }))).toEqual({ outcome: 'added' })
})

test('who has left, or whose account is closed, has no conversation to answer in', async () => {
  const left = await givenLetter()
  await left.member.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  expect(await outcomeOf(letterOf({ from: left.from, to: left.to }))).toEqual({ outcome: 'passed-on' })

  const closed = await givenLetter()
  await app.rows('update account set disabled_at = now() where id = $1', closed.member.id)
  expect(await outcomeOf(letterOf({ from: closed.from, to: closed.to }))).toEqual({ outcome: 'passed-on' })
})

test.each([
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated; owner-email="ada@example.org"'],
  ['Precedence: bulk'],
  ['X-Autoreply: yes'],
  ['Return-Path: <>'],
  ['List-Id: <news.example.org>'],
])('what a program sends by itself goes no further: %s', async (header) => {
  const { member, to, from } = await givenLetter()
  const raw = letterOf({ from, to, headers: [header], text: 'I am away.' })
  expect(await outcomeOf(raw)).toEqual({ outcome: 'ignored', because: 'automatic' })
  expect(await textsOf(member)).toEqual(['How did it go?'])
})

test('a report that a mail was not delivered, and our own letters that come back, go no further', async () => {
  const { to } = await givenLetter()
  const bounce = letterOf({ from: 'Mail Delivery <MAILER-DAEMON@example.org>', to })
  expect(await outcomeOf(bounce)).toEqual({ outcome: 'ignored', because: 'automatic' })
  const own = letterOf({ from: 'somebody@example.org', to, messageId: '<1234@localhost>' })
  expect(await outcomeOf(own)).toEqual({ outcome: 'ignored', because: 'our-own' })
  for (const from of [incomingMail.address, 'Letters <Letters@FutureWorld.example>', 'hello@futureworld.example'])
    expect(await outcomeOf(letterOf({ from, to }))).toEqual({ outcome: 'ignored', because: 'our-own' })
  expect(await outcomeOf(letterOf({ from: 'nobody', to }))).toEqual({ outcome: 'ignored', because: 'no-sender' })
})

test('of a mail in which there is nothing, nobody hears', async () => {
  const { to, from } = await givenLetter()
  const empty = letterOf({ from, to, text: ' \r\n\u200b\r\n ' })
  expect(await outcomeOf(empty)).toEqual({ outcome: 'ignored', because: 'nothing-in-it' })
})

test('a stranger who writes without end is not passed on any more', async () => {
  const { to } = await givenLetter()
  const outcomes: unknown[] = []
  for (let count = 0; count < 12; count += 1)
    outcomes.push(await outcomeOf(letterOf({ from: 'flood@example.org', to, text: `Buy ${count}` })))
  expect(outcomes.at(0)).toEqual({ outcome: 'passed-on' })
  expect(outcomes.at(-1)).toEqual({ outcome: 'ignored', because: 'too-many' })
})

test('a member who has written 30 messages this hour is asked for patience, and the mail is not lost', async () => {
  const { member, to, from } = await givenLetter()
  for (let count = 0; count < 30; count += 1)
    await member.post('/api/conversation/messages', { id: randomUUID(), text: `Message ${count}` })
  const mail = letterOf({ from, to, text: 'The 31st' })
  expect(await bringMail(app, mail)).toMatchObject({ status: 429 })
  await app.rows("delete from attempt_limit where key like 'conversation-message:%'")
  expect(await outcomeOf(mail)).toEqual({ outcome: 'added' })
})

test('line breaks in names and subjects make no new header of the letter to the company', async () => {
  const { to } = await givenLetter()
  const name = `=?utf-8?B?${Buffer.from('Eve\r\nBcc: victim@example.org').toString('base64')}?=`
  const raw = letterOf({ from: `${name} <eve2@example.org>`, to, text: 'Hello' })
  expect(await outcomeOf(raw)).toEqual({ outcome: 'passed-on' })
  await app.settle()
  const told = app.mails.find(({ replyTo }) => replyTo === 'eve2@example.org')
  expect(told?.subject).toMatch(/^Message from Eve Bcc: victim@example\.org \(M-/)
  expect(told?.subject).not.toMatch(/[\r\n]/)
})

test('who names the member and somebody else as its writer is not believed to be the member', async () => {
  const { member, to, from } = await givenLetter()
  const writers = [`<${from}> <eve@example.org>`, `${from} (or <eve@example.org>)`, `"eve@example.org" <${from}>`]
  for (const writer of writers) {
    expect(await outcomeOf(letterOf({ from: writer, to, text: 'Believe me' }))).toEqual({ outcome: 'passed-on' })
  }
  expect(await textsOf(member)).not.toContain('Believe me')
  expect(await outcomeOf(letterOf({ from: `"${from}" <${from}>`, to, text: 'It is me' }))).toEqual({ outcome: 'added' })
})

test('however much unwanted mail comes in, what comes to the address of a conversation is passed on', async () => {
  const { to } = await givenLetter()
  const box = 'replies@futureworld.example'
  for (let sender = 0; sender < 70; sender += 1) {
    await outcomeOf(letterOf({ from: `spam-${sender}@example.com`, to: box, text: 'Buy' }))
  }
  expect(await outcomeOf(letterOf({ from: 'one-more@example.com', to: box, text: 'Buy' }))).toEqual({
    outcome: 'ignored',
    because: 'too-many',
  })
  expect(await outcomeOf(letterOf({ from: 'ada.at.work@example.org', to, text: 'From work' }))).toEqual({
    outcome: 'passed-on',
  })
})
