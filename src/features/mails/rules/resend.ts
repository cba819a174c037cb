import type { ReasonOf } from '#platform/shared/endpoint.ts'
import type { MailState } from '#platform/shared/mail-state.ts'
import type { MailWords, resendMail } from '../contract.ts'

type Kept = { text_body: string; html_body: string; recipient: string; expires_at: Date | null }

/**
 * What staff may read of a mail. Where it ends by itself it may hold a link that opens something for whoever has it:
 * until it is sent nobody else reads it, and after that it is gone.
 */
export function wordsOf(mail: Kept & { attachments: { name: string }[] }): MailWords {
  if (mail.recipient === '' || mail.text_body === '') return { state: 'forgotten' }
  if (mail.expires_at !== null) return { state: 'withheld' }
  return {
    state: 'kept',
    text: mail.text_body,
    html: mail.html_body,
    files: mail.attachments.map(({ name }) => name),
  }
}

type Obstacle = Exclude<ReasonOf<typeof resendMail>, 'mail-not-found'>

/** Why a mail cannot go out once more, if it cannot. @param mail with whether its reader may still get it */
export function findResendObstacle(mail: Kept & { state: MailState; isAllowed: boolean }): Obstacle | undefined {
  if (mail.state === 'waiting' || mail.state === 'retrying') return 'still-under-way'
  if (mail.expires_at !== null) return 'link-is-over'
  if (mail.recipient === '' || mail.text_body === '') return 'words-forgotten'
  return mail.isAllowed ? undefined : 'no-more-news'
}
