import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mail } from './queue-mail.ts'

/** @param deliveryId the same for each attempt, and so is the Message-ID made of it */
export type MailTransport = { send: (mail: Mail, deliveryId: string) => Promise<void> }

/** Milliseconds that a mail server may keep silent, unless SMTP_URL says otherwise: no attempt may outlive its turn. */
const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

/** A mail server, by SMTP_URL. */
export function smtpTransport(url: string, from: string, domain: string): MailTransport {
  const transporter = nodemailer.createTransport({ url, ...timeouts }, { from })
  return {
    async send(mail, deliveryId) {
      await transporter.sendMail(messageOf(mail, `<${deliveryId}@${domain}>`))
    },
  }
}

/** Each mail a file that any mail program opens: the default, which needs no server. */
export function fileTransport(directory: string, from: string, domain: string): MailTransport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return {
    async send(mail, deliveryId) {
      const { message } = await transporter.sendMail(messageOf(mail, `<${deliveryId}@${domain}>`))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${deliveryId}.eml`)
      // Whoever looks into the outbox never meets half a mail.
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
  }
}

/** An entry for a calendar stands beside the words as well: only there do mail programs offer to take it over. */
function messageOf({ attachments = [], unsubscribeUrl, ...mail }: Mail, messageId: string) {
  const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
  const entries = files.filter(({ contentType }) => contentType.startsWith('text/calendar'))
  const alternatives = entries.map(({ contentType, content }) => ({ contentType, content }))
  return { ...mail, messageId, attachments: files, alternatives, ...(unsubscribeUrl && unsubscribing(unsubscribeUrl)) }
}

/** RFC 8058: mail programs post to the address when their own button is pressed. */
function unsubscribing(url: string) {
  return { headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}
