import type { EmailPreviews } from '#features/company/server/public.ts'
import { deliverableEmail, deliverableMessages } from './emails.ts'

const reader = { email: 'ada@example.org', firstName: 'Ada', timeZone: 'Europe/London' }
const subject = { name: 'Career report', packageTitle: 'MY FUTURE Basic' }

/** One example email for each message. */
export const emailPreviews: EmailPreviews = Object.fromEntries(
  Object.entries(deliverableMessages).map(([kind, writeMessage]): [string, EmailPreviews[string]] => [
    `deliverableEmail:${kind}`,
    (site) =>
      deliverableEmail(writeMessage(subject), { ...site, reader, subject, path: '/portal/deliverables/example' }),
  ]),
)
