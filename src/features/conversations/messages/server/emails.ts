import { type EmailSite, emailTo, emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'
import { ANSWER_MARKER } from '../../incoming-email/rules/reply-text.ts'
import type { Correspondent } from './store.ts'

type Answer = EmailSite & {
  member: Correspondent
  text: string
  /** Reply address, if replies by email are set up. */
  replyTo: string | undefined
}

export function answerEmail({ member, text, company, publicUrl, replyTo }: Answer): Email {
  const email = emailTo(member, company, {
    subject: `${company.brandName} has written to you`,
    // Everything below this line is cut from a reply.
    marker: replyTo && ANSWER_MARKER,
    paragraphs: splitParagraphs(text),
    action: { label: 'Open the conversation', url: `${publicUrl}/portal/messages` },
    notes: [
      replyTo
        ? 'You can reply to this email from this address, and your reply will appear in the conversation. Attachments won’t come through, so add files in the portal.'
        : 'Reply in the portal, because we don’t read emails sent to this address.',
    ],
  })
  return { ...email, ...(replyTo && { replyTo }) }
}

/** Notifies the company that a member is waiting. Leaves out the text, because staff answer in the portal. */
export function companyNotificationEmail({ member, company, publicUrl }: EmailSite & { member: Correspondent }): Email {
  const name = member.name.replaceAll(/\s+/g, ' ')
  return emailToCompany(company, {
    subject: `${name} has written to you`,
    paragraphs: [`${name} is waiting for a reply in the portal.`],
    action: { label: 'Read and reply', url: `${publicUrl}/admin/conversations/${member.id}` },
    notes: ['Reply there: they won’t get replies to this email.'],
  })
}
