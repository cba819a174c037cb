import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { MailState } from '#platform/shared/mail-state.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { text } from '#platform/shared/text.ts'

export const MailSummary = z.object({
  id: z.uuid(),
  /** Both empty once they are forgotten. */
  recipient: z.string(),
  subject: z.string(),
  writtenAt: z.iso.datetime(),
  state: MailState,
  /** Of the latest delivery. */
  attempts: z.number().int(),
  /** Why the last attempt failed, while it is not delivered. */
  failure: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
})
export type MailSummary = z.infer<typeof MailSummary>

const MailDelivery = z.object({
  id: z.uuid(),
  askedAt: z.iso.datetime(),
  /** Null for the first, which nobody has to ask for, and where they have left. */
  askedBy: z.string().nullable(),
  attempts: z.number().int(),
  failure: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
})

/** The words of a mail; or that they are forgotten; or that they open something for whoever reads them. */
export const MailWords = z.discriminatedUnion('state', [
  z.object({ state: z.literal('kept'), text: z.string(), html: z.string(), files: z.array(z.string()) }),
  z.object({ state: z.literal('forgotten') }),
  z.object({ state: z.literal('withheld') }),
])
export type MailWords = z.infer<typeof MailWords>

export const LoggedMail = MailSummary.extend({
  /** Where an answer goes, if not to us. */
  replyTo: z.string().nullable(),
  words: MailWords,
  deliveries: z.array(MailDelivery),
})
export type LoggedMail = z.infer<typeof LoggedMail>

const ofMail = z.strictObject({ mailId: z.uuid() })

const mailNotFound = { 'mail-not-found': { status: 404, message: 'This mail was not found.' } } as const

export const MailFilter = z.strictObject({
  state: MailState.optional(),
  recipient: text({ max: 200 }).optional().describe('Part of an e-mail address.'),
})
export type MailFilter = z.infer<typeof MailFilter>

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  summary: 'Mails that were written, newest first, and how each stands',
  access: 'administrator',
  query: PageQuery.extend(MailFilter.shape),
  response: pageOf(MailSummary),
})

export const downloadMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails.csv',
  summary: 'The same list as a table, whole and without what the mails say',
  access: 'administrator',
  query: MailFilter,
  file: 'text/csv',
  response: LargeFileAnswer,
})

export const getMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:mailId',
  summary: 'One mail: its words while they are kept, and its deliveries, newest first',
  access: 'administrator',
  params: ofMail,
  response: LoggedMail,
  refusals: mailNotFound,
})

export const resendMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:mailId/resend',
  summary: 'Send the same mail once more, as a delivery of its own',
  access: 'administrator',
  params: ofMail,
  response: LoggedMail,
  message: 'The mail goes out once more.',
  refusals: {
    ...mailNotFound,
    'still-under-way': 'This mail is still on its way. It is tried again by itself.',
    'link-is-over':
      'This letter was for a short time, or held a link that works once. Please have them ask for a new one.',
    'no-more-news': 'This member gets no more news from us.',
    'words-forgotten': 'The words of this mail are forgotten, so it cannot be sent once more.',
  },
})

export const LetterExample = z.object({
  /** The name of its function: one letter in the whole product. */
  name: z.string(),
  area: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
})
export type LetterExample = z.infer<typeof LetterExample>

export const listLetterExamples = endpoint({
  method: 'GET',
  path: '/api/admin/mail-examples',
  summary: 'Every kind of letter that we write, with invented data',
  access: 'administrator',
  response: z.object({ letters: z.array(LetterExample) }),
})
