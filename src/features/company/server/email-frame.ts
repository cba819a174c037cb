import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Email } from '#platform/server/email/email.ts'
import { type EmailTemplate, renderEmail } from '#platform/server/email/email-template.ts'
import { type EmailOptions, queueEmail } from '#platform/server/email/queue-email.ts'
import { greeting } from '#platform/shared/person-name.ts'
import type { Company } from '../contract.ts'
import { readCompany } from './store.ts'

/** The company and the site's address, for every email. */
export type EmailSite = { company: Company; publicUrl: string }

/** For callers that write several emails in one transaction. `sendEmail` does this itself for a single email. */
export async function readEmailSite(tx: Db, { publicUrl }: Pick<Context, 'publicUrl'>): Promise<EmailSite> {
  return { company: await readCompany(tx), publicUrl }
}

/** Queues an email from the company, once per reason, in the transaction of the event that causes it. */
export async function sendEmail(
  tx: Db,
  context: Context,
  reason: string,
  write: (site: EmailSite) => Email,
  options: EmailOptions = {},
): Promise<void> {
  await queueEmail(tx, context, reason, write(await readEmailSite(tx, context)), options)
}

/** `greeting` replaces the first line, which otherwise names the recipient. */
export type EmailContent = Omit<EmailTemplate, 'to' | 'greeting' | 'sender'> & { greeting?: string }

/** The recipient of an email, with the time zone in which to show times. */
export type EmailReader = Addressee & { timeZone: string }

export type Addressee = { firstName: string; email: string }

export function emailTo({ firstName, email }: Addressee, company: Company, content: EmailContent): Email {
  return renderEmail({ greeting: greeting(firstName), ...content, to: email, sender: emailSender(company) })
}

export function emailToCompany(company: Company, content: EmailContent): Email {
  return renderEmail({ greeting: 'Hello,', ...content, to: company.email, sender: emailSender(company) })
}

/** For emails that members can turn off. */
export function turnOffNote(emails: string, publicUrl: string): string {
  return `You can turn off ${emails} in your profile: ${publicUrl}/portal/profile`
}

/** The footer of every email: legal name, contact details and company number (Companies Act 2006 s. 82). */
function emailSender({ brandName, legalName, address, phone, email, companyNumber }: Company): EmailTemplate['sender'] {
  return { brand: brandName, name: legalName, lines: [...address, phone, email, `Company number ${companyNumber}`] }
}

/** An area's emails with sample data, by function name. The key for a variant adds a colon and the variant's name. */
export type EmailPreviews = Record<string, (site: EmailSite) => Email>
