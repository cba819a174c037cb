import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mail } from './queue-mail.ts'

export type MailTransport = { send: (mail: Mail, mailId: string) => Promise<void> }

/** A mail server, by SMTP_URL. */
export function smtpTransport(url: string, from: string, domain: string): MailTransport {
  const transporter = nodemailer.createTransport(url, { from })
  return {
    async send(mail, mailId) {
      await transporter.sendMail(messageOf(mail, `<${mailId}@${domain}>`))
    },
  }
}

/** Each mail a file that any mail program opens: the default, which needs no server. */
export function fileTransport(directory: string, from: string, domain: string): MailTransport {
  const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return {
    async send(mail, mailId) {
      const { message } = await transporter.sendMail(messageOf(mail, `<${mailId}@${domain}>`))
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${mailId}.eml`)
      // Whoever looks into the outbox never meets half a mail.
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
    },
  }
}

/** An entry for a calendar stands beside the words as well: only there do mail programs offer to take it over. */
function messageOf({ attachments = [], ...mail }: Mail, messageId: string) {
  const files = attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content }))
  const entries = files.filter(({ contentType }) => contentType.startsWith('text/calendar'))
  const alternatives = entries.map(({ contentType, content }) => ({ contentType, content }))
  return { ...mail, messageId, attachments: files, alternatives }
}
