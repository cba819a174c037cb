import type { EmailPreviews } from '#features/company/server/public.ts'
import { deliverableEmail, deliverableMessages } from './emails.ts'

const recipient = { email: 'ada@example.org', firstName: 'Ada' }

/** One example email per message. */
export const emailPreviews: EmailPreviews = Object.fromEntries(
  Object.entries(deliverableMessages).map(([kind, writeMessage]): [string, EmailPreviews[string]] => [
    `deliverableEmail:${kind}`,
    ({ company, publicUrl }) =>
      deliverableEmail(writeMessage({ name: 'Career report', packageTitle: 'MY FUTURE Basic' }), {
        reader: recipient,
        company,
        address: `${publicUrl}/portal/deliverables/example`,
      }),
  ]),
)
