import type { EmailPreviews } from '#features/company/server/public.ts'
import { deliverableEmail, deliverableMessages } from './emails.ts'

const recipient = { email: 'ada@example.org', firstName: 'Ada' }

/** One example email per message. */
export const emailPreviews: EmailPreviews = Object.fromEntries(
  Object.entries(deliverableMessages).map(([kind, tell]): [string, EmailPreviews[string]] => [
    `deliverableEmail:${kind}`,
    ({ company, publicUrl }) =>
      deliverableEmail(tell({ name: 'Career report', packageTitle: 'MY FUTURE Basic' }), {
        reader: recipient,
        company,
        address: `${publicUrl}/portal/deliverables/example`,
      }),
  ]),
)
