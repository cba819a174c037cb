import type { EmailStatus } from '#platform/shared/email-status.ts'
import type { ReasonOf } from '#platform/shared/endpoint.ts'
import type { EmailBody, resendEmail } from './contract.ts'

type StoredEmail = { textBody: string; htmlBody: string; recipient: string; expiresAt: Date | null }

/**
 * Returns what staff may read. An email that expires may hold a link that grants access, so only its recipient reads
 * it. Its content is deleted once sent.
 */
export function readableBody(mail: StoredEmail & { attachments: { name: string }[] }): EmailBody {
  if (mail.recipient === '' || mail.textBody === '') return { state: 'deleted' }
  if (mail.expiresAt !== null) return { state: 'withheld' }
  return {
    state: 'kept',
    text: mail.textBody,
    html: mail.htmlBody,
    files: mail.attachments.map(({ name }) => name),
  }
}

type ResendBlocker = Exclude<ReasonOf<typeof resendEmail>, 'email-not-found'>

/** @param mail `isAllowed`: whether the recipient may still receive it */
export function findResendBlocker(
  mail: StoredEmail & { state: EmailStatus; isAllowed: boolean },
): ResendBlocker | undefined {
  if (mail.state === 'waiting' || mail.state === 'retrying') return 'still-sending'
  if (mail.expiresAt !== null) return 'link-expired'
  if (mail.recipient === '' || mail.textBody === '') return 'content-deleted'
  return mail.isAllowed ? undefined : 'newsletter-unsubscribed'
}
