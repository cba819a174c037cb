import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#tests/support/app/temporary.ts'
import { fileTransport } from './transport.ts'

test('without a mail server each email becomes one complete file with one Message-ID', async () => {
  const folder = await newFolder()
  const transport = fileTransport(join(folder, 'outbox'), 'Company <hello@example.org>', 'example.org')
  const email = { to: 'ada@example.org', subject: 'Zoë: £118.80', text: 'Hello', html: '<p>Hello</p>' }

  await transport.send(email, 'mail-1')
  await transport.send(email, 'mail-1')

  expect(await readdir(join(folder, 'outbox'))).toEqual(['mail-1.eml'])
  const file = await readFile(join(folder, 'outbox/mail-1.eml'), 'utf8')
  expect(file).toContain('Message-ID: <mail-1@example.org>\r\n')
  expect(file).toContain('To: ada@example.org\r\n')
  expect(file).toContain('From: Company <hello@example.org>\r\n')
})

test('a subject cannot add a header or a recipient', async () => {
  const folder = await newFolder()
  const transport = fileTransport(folder, 'hello@example.org', 'example.org')
  const subject = 'Hello\r\nBcc: everybody@example.org\r\n\r\nInjected'
  await transport.send({ to: 'ada@example.org', subject, text: 'x', html: 'x' }, 'mail-2')
  const [headers = ''] = (await readFile(join(folder, 'mail-2.eml'), 'utf8')).split('\r\n\r\n')
  expect(headers).not.toMatch(/^Bcc:/im)
})

test('a calendar entry is both an attachment and an alternative part, for mail programs', async () => {
  const folder = await newFolder()
  const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Zoë\r\nEND:VCALENDAR\r\n'
  const type = 'text/calendar; charset=utf-8; method=REQUEST'
  const attachments = [{ name: 'session.ics', type, content }]
  const email = { to: 'ada@example.org', subject: 'Booked', text: 'Hello', html: '<p>Hello</p>', attachments }
  await fileTransport(folder, 'hello@example.org', 'example.org').send(email, 'mail-3')

  const file = await readFile(join(folder, 'mail-3.eml'), 'utf8')
  const parts = file.split(/\r\n--[^\r\n]+\r\n/).filter((part) => /^Content-Type: text\/calendar/m.test(part))
  expect(parts).toHaveLength(2)
  for (const part of parts) expect(part).toMatch(/method=REQUEST/)
  const [alternative = '', attached = ''] = parts
  expect(alternative).not.toContain('filename')
  expect(attached).toMatch(/Content-Disposition: attachment; filename=session.ics/)
  const [, encoded = ''] = attached.split('\r\n\r\n')
  expect(Buffer.from(encoded, 'base64').toString()).toBe(content)
})

test('only a newsletter has List-Unsubscribe headers', async () => {
  const folder = await newFolder()
  const transport = fileTransport(folder, 'hello@example.org', 'example.org')
  const email = { to: 'ada@example.org', subject: 'News', text: 'x', html: 'x' }
  await transport.send({ ...email, unsubscribeUrl: 'https://site.example/api/unsubscribe/token' }, 'mail-4')
  await transport.send(email, 'mail-5')

  const readHeaders = async (name: string) =>
    (await readFile(join(folder, name), 'utf8')).split('\r\n\r\n')[0]?.replaceAll(/\r\n\s+/g, ' ')
  expect(await readHeaders('mail-4.eml')).toContain('List-Unsubscribe: <https://site.example/api/unsubscribe/token>')
  expect(await readHeaders('mail-4.eml')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await readHeaders('mail-5.eml')).not.toContain('List-Unsubscribe')
})
