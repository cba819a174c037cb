import type { TestApp } from './start-app.ts'

export const incomingMail = {
  address: 'replies@futureworld.example',
  secret: 'what-only-the-mail-server-and-the-site-know',
  sender: 'FutureWorld Consultancy <letters@futureworld.example>',
}

type IncomingLetter = {
  from: string
  to: string
  text?: string
  /** Lines between those above and the body. */
  headers?: string[]
  messageId?: string
  /** In place of a plain text. */
  body?: string
}

let written = 0

/** A mail as a mail program sends it. */
export function letterOf({ from, to, text = 'Thank you.', headers = [], messageId, body }: IncomingLetter): string {
  written += 1
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Message-ID: ${messageId ?? `<${written}@mail.example.org>`}`,
    'Subject: Re: FutureWorld Consultancy has written to you',
    ...headers,
    ...(body === undefined ? ['Content-Type: text/plain; charset=utf-8', '', text] : [body]),
    '',
  ].join('\r\n')
}

/** What the mail server does with a mail. */
export async function bringMail(
  { app }: Pick<TestApp, 'app'>,
  raw: string | Buffer,
  { secret = incomingMail.secret, query = '', type = 'message/rfc822' } = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/incoming-mail${query}`,
    headers: { 'content-type': type, authorization: `Bearer ${secret}` },
    payload: raw,
  })
  return { status: response.statusCode, body: response.json() }
}
