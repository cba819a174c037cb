import { afterAll, expect, test } from 'vitest'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { deliverEmail, incomingEmail, rawEmail } from '#tests/support/given/incoming-emails.ts'
import { parseInProcess } from './parse-in-process.ts'

const app = await startApp({ incomingEmail })
afterAll(app.close)

const from = 'ada@example.org'
const to = incomingEmail.address

test("an email without the mail server's secret is refused unread, and so is JSON sent with the secret", async () => {
  for (const secret of ['', 'wrong', `${incomingEmail.secret}x`, incomingEmail.secret.slice(1)]) {
    const answer = await deliverEmail(app, Buffer.alloc(20_000_000), { secret })
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong-mail-server-secret' } })
  }
  const asJson = await deliverEmail(app, JSON.stringify(rawEmail({ from, to })), { type: 'application/json' })
  expect(asJson.status).toBe(415)
})

test('an email over ten megabytes is refused', async () => {
  const answer = await deliverEmail(app, rawEmail({ from, to, text: 'x'.repeat(10_000_001) }))
  expect(answer).toMatchObject({ status: 413, body: { code: 'too-large' } })
})

test('emails nested 500 levels deep or with a 70 kB header are refused, and one without a sender is ignored', async () => {
  let body = ''
  for (let depth = 0; depth < 500; depth += 1)
    body += `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`
  const unreadable = { status: 400, body: { code: 'unreadable-email' } }
  expect(await deliverEmail(app, rawEmail({ from, to, body }))).toMatchObject(unreadable)
  const headers = ['X-Long: '.padEnd(70_000, 'y')]
  expect(await deliverEmail(app, rawEmail({ from, to, headers }))).toMatchObject(unreadable)
  expect((await deliverEmail(app, 'no mail at all')).body.data).toEqual({ outcome: 'ignored', because: 'no-sender' })
})

test.each([
  ['lines', 'too-many-lines', { text: '\r\n'.repeat(300_001) }],
  ['header lines', 'too-many-headers', { headers: Array.from({ length: 2_001 }, () => 'X: y') }],
  [
    'parts',
    'too-many-parts',
    { body: `Content-Type: multipart/mixed;\r\n boundary="a b"\r\n\r\n${'--a b\r\n'.repeat(301)}` },
  ],
  ['levels', 'too-deep', { body: levels(22) }],
])('an email with too many %s is refused, and only the reason is logged', async (_, reason, content) => {
  const earlierLines = app.logLines.length
  expect(await deliverEmail(app, rawEmail({ from, to, ...content }))).toMatchObject({ status: 400 })
  const lines = app.logLines.slice(earlierLines).map((line) => JSON.parse(line))
  expect(lines).toMatchObject([{ level: 40, parser: 'email', reason, msg: 'untrusted input was refused' }])
  expect(JSON.stringify(lines)).not.toContain(from)
})

test('a large but ordinary email is read', async () => {
  const file = `--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'A'.repeat(76)}\r\n`.repeat(1_200)}`
  const body = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n${file.repeat(100)}--b--`
  const raw = Buffer.from(rawEmail({ from, to, body }))
  expect(raw.length).toBeGreaterThan(9_000_000)
  expect(await parseInProcess(silentLog, () => raw)).toMatchObject({ ok: true, value: { text: 'Hello\n', files: 100 } })
})

function levels(count: number): string {
  const level = (depth: number) => `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`
  return Array.from({ length: count }, (_, depth) => level(depth)).join('')
}

test('the endpoint for incoming email responds with 404 unless incoming email is set up', async () => {
  await using otherApp = await startApp()
  expect(await deliverEmail(otherApp, rawEmail({ from: 'a@example.org', to: incomingEmail.address }))).toMatchObject({
    status: 404,
    body: { code: 'not-found' },
  })
})
