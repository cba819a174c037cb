import { afterAll, expect, test } from 'vitest'
import { bringMail, incomingMail, letterOf } from '../../../../tests/support/mails.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { readMail } from './read-mail.ts'

const app = await startApp({ incomingMail })
afterAll(app.close)

const from = 'ada@example.org'
const to = incomingMail.address

test('without the secret of the mail server nothing is read, however large', async () => {
  for (const secret of ['', 'wrong', `${incomingMail.secret}x`, incomingMail.secret.slice(1)]) {
    const answer = await bringMail(app, Buffer.alloc(20_000_000), { secret })
    expect(answer).toMatchObject({ status: 401, body: { code: 'not-the-mail-server' } })
  }
  const asJson = await bringMail(app, JSON.stringify(letterOf({ from, to })), { type: 'application/json' })
  expect(asJson.status).toBe(415)
})

test('more than ten megabytes are refused', async () => {
  const answer = await bringMail(app, letterOf({ from, to, text: 'x'.repeat(10_000_001) }))
  expect(answer).toMatchObject({ status: 413, body: { code: 'too-large' } })
})

test('what is nested without end, or is no mail, is refused as unreadable', async () => {
  let body = ''
  for (let depth = 0; depth < 500; depth += 1)
    body += `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`
  const unreadable = { status: 400, body: { code: 'unreadable-mail' } }
  expect(await bringMail(app, letterOf({ from, to, body }))).toMatchObject(unreadable)
  const headers = ['X-Long: '.padEnd(70_000, 'y')]
  expect(await bringMail(app, letterOf({ from, to, headers }))).toMatchObject(unreadable)
  expect((await bringMail(app, 'no mail at all')).body.data).toEqual({ outcome: 'ignored', because: 'no-sender' })
})

test('a mail that would take minutes to read is given up, and the site answers meanwhile', async () => {
  const endless = letterOf({ from, to, text: '\r\n'.repeat(2_000_000) })
  const reading = readMail(Buffer.from(endless), 500)
  expect((await app.visitor.get('/healthz')).status).toBe(200)
  expect(await reading).toEqual({ state: 'unreadable' })
})

test('where incoming mail is not set up there is nothing at its address', async () => {
  await using other = await startApp()
  expect(await bringMail(other, letterOf({ from: 'a@example.org', to: incomingMail.address }))).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
})
