import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Email } from './email.ts'

/** @param deliveryId is the same for every attempt, and so is the Message-ID made from it */
export type EmailTransport = { send: (email: Email, deliveryId: string) => Promise<void> }

/** Timeouts in milliseconds that SMTP_URL may override. They must be shorter than an attempt's limit. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/** Sends emails through the mail server in SMTP_URL. */
export function smtpTransport(url: string, from: string, domain: string): EmailTransport {
  const transporter = nodemailer.createTransport({ url, ...timeouts }, { from })
  return {
    async send(email, deliveryId) {
      await transporter.sendMail(toMessage(email, `<${deliveryId}@${domain}>`))
    },
  }
}

/** Saves each email as a file that mail programs can open. This is the default and needs no server. */
export function fileTransport(directory: string, from: string, domain: string): EmailTransport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return {
    async send(email, deliveryId) {
      const { message } = await transporter.sendMail(toMessage(email, `<${deliveryId}@${domain}>`))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${deliveryId}.eml`)
      // Written under another name first, so that anyone reading the outbox never finds a partial email.
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
  }
}

/** Calendar entries are also sent as an alternative body, because mail programs offer to add only those. */
function toMessage({ attachments = [], documents: _, unsubscribeUrl, optOutUrl, ...fields }: Email, messageId: string) {
  const unsubscribe = unsubscribeUrl ?? optOutUrl
  const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
  const calendarFiles = files.filter(({ contentType }) => contentType.startsWith('text/calendar'))
  const alternatives = calendarFiles.map(({ contentType, content }) => ({ contentType, content }))
  return {
    ...fields,
    messageId,
    attachments: files,
    alternatives,
    ...(unsubscribe && unsubscribeHeaders(unsubscribe)),
  }
}

/** RFC 8058: mail programs post to this address when the recipient presses their unsubscribe button. */
function unsubscribeHeaders(url: string) {
  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}
