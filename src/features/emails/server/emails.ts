import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'

type NewsletterData = EmailSite & {
  newsletter: { subject: string; text: string }
  member: EmailReader
  /** Unsubscribes this member and grants nothing else. */
  token: string
}

/** Marketing, so it carries a one-click unsubscribe link (PECR reg. 22, RFC 8058). */
export function newsletterEmail({ newsletter, member, company, publicUrl, token }: NewsletterData): Email {
  return {
    ...emailTo(member, company, {
      subject: newsletter.subject,
      paragraphs: splitParagraphs(newsletter.text),
      notes: [
        'You get this because you have bought from us, or asked for our news.',
        `No more news? Unsubscribe here: ${publicUrl}/unsubscribe/${token}`,
      ],
    }),
    unsubscribeUrl: `${publicUrl}/api/unsubscribe/${token}`,
  }
}

/** An administrator sends it to themselves to check that emails arrive. */
export function testEmail({
  member,
  company,
  publicUrl,
}: Pick<NewsletterData, 'member' | 'company' | 'publicUrl'>): Email {
  return emailTo(member, company, {
    subject: `A test letter of ${company.brandName}`,
    paragraphs: [
      'This letter has arrived: the mails of the site reach people.',
      'If you have found it among unwanted mail, ask whoever looks after your domain for SPF, DKIM and DMARC entries.',
    ],
    notes: [`You have asked for it at ${publicUrl}/admin/first-steps.`],
  })
}
