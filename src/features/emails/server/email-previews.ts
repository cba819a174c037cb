import type { EmailPreviews } from '#features/company/server/public.ts'
import { newsletterEmail, testEmail } from './emails.ts'

export const emailPreviews: EmailPreviews = {
  testEmail: (site) => testEmail({ ...site, member: { email: 'ada@example.org', firstName: 'Ada' } }),
  newsletterEmail: (site) =>
    newsletterEmail({
      ...site,
      newsletter: {
        subject: 'A new package: your first year abroad',
        text: 'From January there is a package for your first year at a university abroad.\nWe tell you on our pages what it holds.',
      },
      member: { email: 'ada@example.org', firstName: 'Ada' },
      token: 'example',
    }),
}
