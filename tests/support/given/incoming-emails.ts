import type { TestApp } from '../app/start-app.ts'

export const incomingEmail = {
  address: 'replies@futureworld.example',
  secret: 'what-only-the-mail-server-and-the-site-know',
  sender: 'FutureWorld Consultancy <letters@futureworld.example>',
}

type IncomingEmail = {
  from: string
  to: string
  text?: string
  /** Header lines between the standard ones and the body. */
  headers?: string[]
  messageId?: string
  /** Replaces the plain text and its content type. */
  body?: string
}

let emailCount = 0

/** A raw email as an email program sends it. */
export function rawEmail({ from, to, text = 'Thank you.', headers = [], messageId, body }: IncomingEmail): string {
  emailCount += 1
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: ${messageId ?? `<${emailCount}@mail.example.org>`}`,
    'Subject: Re: FutureWorld Consultancy has written to you',
    ...headers,
    ...(body === undefined ? ['Content-Type: text/plain; charset=utf-8', '', text] : [body]),
    '',
  ].join('\r\n')
}

/** Posts an email to the site as the mail server does. */
export async function deliverEmail(
  { app }: Pick<TestApp, 'app'>,
  raw: string | Buffer,
  { secret = incomingEmail.secret, query = '', type = 'message/rfc822' } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/incoming-mail${query}`,
    headers: { 'content-type': type, authorization: `Bearer ${secret}` },
    payload: raw,
  })
  return { status: response.statusCode, body: response.json() }
}

export const incomingEmailSettings = {
  INCOMING_EMAIL_ADDRESS: incomingEmail.address,
  INCOMING_EMAIL_SECRET: incomingEmail.secret,
}

/** Posts an email to a site in a separate process. */
export async function deliverEmailTo(url: string, raw: string | Buffer) {
  const answer = await fetch(`${url}/api/incoming-mail`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${incomingEmail.secret}` },
    body: raw as BodyInit,
  })
  return { status: answer.status, body: await answer.json() }
}
