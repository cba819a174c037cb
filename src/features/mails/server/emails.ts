import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'

type Told = {
  news: { subject: string; text: string }
  member: { email: string; firstName: string }
  company: Company
  publicUrl: string
  /** Ends the news to this member, and opens nothing. */
  token: string
}

/** Marketing: who wants no more of it says so with one click (PECR reg. 22, RFC 8058). */
export function newsLetter({ news, member, company, publicUrl, token }: Told): Mail {
  return {
    ...writeLetter({
      to: member.email,
      subject: news.subject,
      greeting: greeting(member.firstName),
      paragraphs: news.text.split(/\n+/).filter((line) => line.trim()),
      notes: [
        'You get this because you have bought from us, or asked for our news.',
        `No more news? Unsubscribe here: ${publicUrl}/unsubscribe/${token}`,
      ],
      sender: senderOf(company),
    }),
    unsubscribeUrl: `${publicUrl}/api/unsubscribe/${token}`,
  }
}

/** What an administrator sends to themselves, to see whether mails arrive. */
export function testLetter({ member, company, publicUrl }: Pick<Told, 'member' | 'company' | 'publicUrl'>): Mail {
  return writeLetter({
    to: member.email,
    subject: `A test letter of ${company.brandName}`,
    greeting: greeting(member.firstName),
    paragraphs: [
      'This letter has arrived: the mails of the site reach people.',
      'If you have found it among unwanted mail, ask whoever looks after your domain for SPF, DKIM and DMARC entries.',
    ],
    notes: [`You have asked for it at ${publicUrl}/admin/first-steps.`],
    sender: senderOf(company),
  })
}
