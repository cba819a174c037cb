import type { Company } from '#features/company/contract.ts'
import type { Email } from '#platform/server/email/email.ts'
import { type EmailTemplate, renderEmail } from '#platform/server/email/email-template.ts'
import { greeting } from '#platform/shared/person-name.ts'
import type { User } from '../contract.ts'

export type Recipient = Pick<User, 'email' | 'firstName'>

/** An email to a user who has an account or is about to get one. */
export function accountEmail(
  { email, firstName }: Recipient,
  company: Company,
  content: Omit<EmailTemplate, 'to' | 'greeting' | 'sender'>,
): Email {
  const sender = { name: company.brandName, lines: [...company.address, company.phone, company.email] }
  return renderEmail({ ...content, to: email, greeting: greeting(firstName), sender })
}
