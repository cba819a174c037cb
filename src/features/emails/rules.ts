import type { NotificationKind } from '#features/accounts/profile/contract.ts'
import type { EmailStatus } from '#platform/shared/email-status.ts'
import type { ReasonOf } from '#platform/shared/endpoint.ts'
import type { EmailBody, resendEmail } from './contract.ts'

type StoredEmail = { textBody: string; htmlBody: string; recipient: string; expiresAt: Date | null }

/**
 * Returns what staff may read. An email that expires may hold a link that grants access, so only its recipient may read
 * it. Its content is deleted once it is sent.
 */
export function readableBody(email: StoredEmail & { attachments: { name: string }[]; documents: string[] }): EmailBody {
  if (email.recipient === '' || email.textBody === '') return { state: 'deleted' }
  if (email.expiresAt !== null) return { state: 'withheld' }
  return {
    state: 'kept',
    text: email.textBody,
    html: email.htmlBody,
    files: [...email.attachments.map(({ name }) => name), ...email.documents.map(documentFile)],
  }
}

/** @param reference the number of an invoice or credit note */
export function documentFile(reference: string): string {
  return `${reference}.pdf`
}

/** What the emails of each kind are about. */
export const emailTopic = {
  sessions: 'your sessions',
  deliverables: 'your deliverables',
  purchases: 'when your packages start and end',
  news: 'news and offers',
} satisfies Record<NotificationKind, string>

/** @param token of an unsubscribe link; a signed one begins with the kind of email that it turns off */
export function topicOf(token: string): string {
  const [kind = '', ...rest] = token.split('.')
  return rest.length > 0 && Object.hasOwn(emailTopic, kind) ? emailTopic[kind as NotificationKind] : emailTopic.news
}

/** Shows an email, or its style, in these colours, whatever the browser's setting. */
export function inScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replace('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all')
}

type ResendBlocker = Exclude<ReasonOf<typeof resendEmail>, 'email-not-found'>

/** @param email `isAllowed`: whether the recipient may still receive it */
export function findResendBlocker(
  email: StoredEmail & { state: EmailStatus; isAllowed: boolean },
): ResendBlocker | undefined {
  if (email.state === 'waiting' || email.state === 'retrying') return 'still-sending'
  if (email.expiresAt !== null) return 'link-expired'
  if (email.recipient === '' || email.textBody === '') return 'content-deleted'
  return email.isAllowed ? undefined : 'unsubscribed'
}
