import { z } from 'zod'
import { EmailStatus } from '#platform/shared/email-status.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'

export const EmailSummary = z.object({
  id: z.uuid(),
  /** Recipient and subject are empty once the email is purged. */
  recipient: z.string(),
  subject: z.string(),
  writtenAt: z.iso.datetime(),
  state: EmailStatus,
  /** The number of attempts in the latest delivery. */
  attempts: z.number().int(),
  /** The error from the last attempt. Null once delivered. */
  failure: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type EmailSummary = z.infer<typeof EmailSummary>

const EmailDelivery = z.object({
  id: z.uuid(),
  askedAt: z.iso.datetime(),
  /** Null for the first delivery, which is automatic, or if the administrator's account was deleted. */
  askedBy: z.string().nullable(),
  attempts: z.number().int(),
  failure: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
})

/** An email's content, unless it is purged (`deleted`) or may contain a link that grants access (`withheld`). */
export const EmailBody = z.discriminatedUnion('state', [
  z.object({ state: z.literal('kept'), text: z.string(), html: z.string(), files: z.array(z.string()) }),
  z.object({ state: z.literal('deleted') }),
  z.object({ state: z.literal('withheld') }),
])
export type EmailBody = z.infer<typeof EmailBody>

export const LoggedEmail = EmailSummary.extend({
  /** The Reply-To address, if it is not ours. */
  replyTo: z.string().nullable(),
  content: EmailBody,
  deliveries: z.array(EmailDelivery),
})
export type LoggedEmail = z.infer<typeof LoggedEmail>

const emailParams = z.strictObject({ emailId: z.uuid() })

const emailNotFound = { 'email-not-found': { status: 404, message: 'We couldn’t find this email.' } } as const

export const EmailFilter = z.strictObject({
  state: EmailStatus.optional(),
  recipient: text({ max: 200 }).optional().describe('Part of an email address.'),
})
export type EmailFilter = z.infer<typeof EmailFilter>

export const listEmails = endpoint('GET /api/admin/emails', {
  summary: 'List emails with their delivery states, newest first',
  access: 'administrator',
  query: PageQuery.extend(EmailFilter.shape),
  response: pageOf(EmailSummary),
})

export const downloadEmails = endpoint('GET /api/admin/emails.csv', {
  summary: 'Download the list of emails as CSV, without their content',
  query: EmailFilter,
  ...csvDownload,
})

export const getEmail = endpoint('GET /api/admin/emails/:emailId', {
  summary: 'Get an email with its content, unless purged, and its deliveries, newest first',
  access: 'administrator',
  params: emailParams,
  response: LoggedEmail,
  refusals: emailNotFound,
})

export const resendEmail = endpoint('POST /api/admin/emails/:emailId/resend', {
  summary: 'Resend an email as a new delivery',
  access: 'administrator',
  params: emailParams,
  response: LoggedEmail,
  message: 'We’re resending this email.',
  refusals: {
    ...emailNotFound,
    'still-sending': 'This email is still on its way. We’ll keep trying automatically.',
    'link-expired':
      'This email has expired, or contains a link that only works once. Ask the recipient to request a new email.',
    unsubscribed: 'This member has turned off emails like this one.',
    'content-deleted': 'The text of this email has been deleted, so it can’t be resent.',
  },
})

export const EmailPreview = z.object({
  /** Name of the function that writes the email, unique within its area. */
  name: z.string(),
  area: z.string(),
  subject: z.string(),
  /** Shown after the subject in a list of emails. */
  preview: z.string(),
  text: z.string(),
  html: z.string(),
})
export type EmailPreview = z.infer<typeof EmailPreview>

export const listEmailPreviews = endpoint('GET /api/admin/email-previews', {
  summary: 'List a preview of every kind of email, with example data',
  access: 'administrator',
  response: z.object({ previews: z.array(EmailPreview) }),
})

export const sendNewsletter = endpoint('POST /api/admin/newsletters', {
  summary: 'Send a newsletter once to every member who may receive it',
  access: 'administrator',
  body: z.strictObject({
    /** The same id for every attempt to send a newsletter, so that a double click sends it only once. */
    sendingId: z.uuid(),
    subject: text({ required: 'Enter a subject', max: 150 }),
    text: text({ required: 'Enter the text', max: 5_000 }),
  }),
  response: z.object({ id: z.uuid() }),
  message: 'Your newsletter is going out to everyone who can receive it.',
  refusals: confirmationNeeded,
})

export const unsubscribe = endpoint('POST /api/unsubscribe/:token', {
  summary:
    'Turn off one kind of email for a member, using the emailed token; email programs may post a form (RFC 8058)',
  access: 'public',
  params: z.strictObject({ token: z.string().min(1).max(100) }),
  response: z.null(),
  message: 'You’ve unsubscribed. We won’t send you any more news or offers.',
  refusals: {
    'link-invalid': {
      status: 404,
      message:
        'We don’t recognise this link. Open the link in our email again, or log in and change your email settings in your profile.',
    },
  },
})

export const sendTestEmail = endpoint('POST /api/admin/test-email', {
  summary: 'Send a test email to the logged-in administrator',
  access: 'administrator',
  response: z.null(),
  message: 'A test email is on its way to you.',
})
