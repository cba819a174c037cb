import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** The fields of every form to the company, including the honeypot `subject` and the form token `form`. */
const contactFields = {
  name: text({ required: 'Name is required', max: 100 }),
  email: EmailAddress,
  message: text({ required: 'Message is required', max: 5_000 }),
  subject: z
    .string()
    .max(200)
    .optional()
    .describe('A field that people do not see. Leave it empty: a message with it is taken for spam.'),
  form: z.string().max(200).optional().describe('What GET /api/contact/form answered when the form was opened.'),
}

export const createFormToken = endpoint('GET /api/contact/form', {
  summary: 'A form was opened: its signed time, to be sent along with the message',
  access: 'public',
  response: z.object({ form: z.string() }),
})

export const sendMessage = endpoint('POST /api/contact', {
  summary: 'Write to the company',
  access: 'public',
  body: z.strictObject(contactFields),
  response: z.null(),
  message: 'Your message has been sent successfully!',
})

export const ComplaintTopic = z.enum(['service', 'refund', 'data-protection', 'accessibility', 'other'], {
  error: 'Please choose what it is about',
})
export type ComplaintTopic = z.infer<typeof ComplaintTopic>

export const sendComplaint = endpoint('POST /api/complaints', {
  summary: 'Complain: about a service, a refund, personal data or the site itself',
  access: 'public',
  body: z.strictObject({ ...contactFields, topic: ComplaintTopic }),
  response: z.object({
    reference: z.string(),
    /** The last day for an answer, as the acknowledgement states it. */
    answerBy: z.string(),
  }),
  message: 'We have your complaint.',
})
