import { type Addressee, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { splitParagraphs } from '#platform/server/email/email-template.ts'

type NewsletterData = EmailSite & {
  newsletter: { subject: string; text: string }
  member: Addressee
  /** Unsubscribes this member and grants nothing else. */
  token: string
}

/** This is marketing, so it has a one-click unsubscribe link (PECR reg. 22, RFC 8058). */
export function newsletterEmail({ newsletter, member, company, publicUrl, token }: NewsletterData): Email {
  return {
    ...emailTo(member, company, {
      subject: newsletter.subject,
      paragraphs: splitParagraphs(newsletter.text),
      action: { label: `Visit ${company.brandName}`, url: publicUrl },
      notes: [
        'You’re getting this email because you’ve bought from us or signed up for our newsletter.',
        `Don’t want these emails? Unsubscribe here: ${publicUrl}/unsubscribe/${token}`,
      ],
    }),
    unsubscribeUrl: `${publicUrl}/api/unsubscribe/${token}`,
  }
}

/** Administrators send this to themselves to check that emails arrive. */
export function testEmail({
  member,
  company,
  publicUrl,
}: Pick<NewsletterData, 'member' | 'company' | 'publicUrl'>): Email {
  return emailTo(member, company, {
    subject: `Test email from ${company.brandName}`,
    paragraphs: [
      'If you’re reading this, the site’s emails are getting through.',
      'If this email landed in your spam folder, ask the person who manages your domain to add SPF, DKIM and DMARC records.',
    ],
    action: { label: 'Back to the first steps', url: `${publicUrl}/admin/first-steps` },
  })
}
