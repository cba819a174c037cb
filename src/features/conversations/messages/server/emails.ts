import { type EmailSite, emailTo, emailToCompany } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'
import { greeting } from '#platform/shared/person-name.ts'
import { ANSWER_MARKER } from '../../incoming-email/rules/reply-text.ts'
import type { Correspondent } from './store.ts'

type Answer = EmailSite & {
  member: Correspondent
  text: string
  /** Reply address, if replies by email are set up. */
  replyTo: string | undefined
}

export function answerEmail({ member, text, company, publicUrl, replyTo }: Answer): Email {
  const paragraphs = [greeting(member.firstName), ...splitParagraphs(text)]
  const email = emailTo(member, company, {
    subject: `${company.brandName} has written to you`,
    // Everything below the first line is cut from a reply.
    greeting: replyTo ? ANSWER_MARKER : (paragraphs.shift() ?? ''),
    paragraphs,
    action: { label: 'Open the conversation', url: `${publicUrl}/portal/messages` },
    notes: [
      replyTo
        ? 'You can answer this mail, from this address of yours: your answer arrives in the conversation. Files do not arrive; you add them in the portal.'
        : 'Please answer in the portal: mails to this address are not read.',
    ],
  })
  return { ...email, ...(replyTo && { replyTo }) }
}

/** Emails the company that a member is waiting. Leaves out the text, because staff answer in the portal. */
export function companyNotificationEmail({ member, company, publicUrl }: EmailSite & { member: Correspondent }): Email {
  const name = member.name.replaceAll(/\s+/g, ' ')
  return emailToCompany(company, {
    subject: `${name} has written to you`,
    paragraphs: [`${name} waits for an answer in the portal.`],
    action: { label: 'Read and answer', url: `${publicUrl}/admin/conversations/${member.id}` },
    notes: ['Please answer there: an answer to this mail does not reach them.'],
  })
}
