import { z } from 'zod'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

/** The fields of every form for writing to the company, including the honeypot `subject` and the form token `form`. */
const contactFields = {
  name: text({ required: 'Name is required', max: 100 }),
  email: EmailAddress,
  message: text({ required: 'Message is required', max: 5_000 }),
  subject: z
    .string()
    .max(200)
    .optional()
    .describe('A hidden field. Leave it empty: a message that fills it counts as spam.'),
  form: z.string().max(200).optional().describe('The form token from GET /api/contact/form.'),
}

export const createFormToken = endpoint('GET /api/contact/form', {
  summary: 'Get a form token (the signed time at which the form was opened) to send with the message',
  access: 'public',
  response: z.object({ form: z.string() }),
})

export const sendMessage = endpoint('POST /api/contact', {
  summary: 'Send a message to the company',
  access: 'public',
  body: z.strictObject(contactFields),
  response: z.null(),
  message: 'Your message has been sent successfully!',
})

export const ComplaintTopic = z.enum(['service', 'refund', 'data-protection', 'accessibility', 'other'], {
  error: 'Choose what your complaint is about',
})
export type ComplaintTopic = z.infer<typeof ComplaintTopic>

export const sendComplaint = endpoint('POST /api/complaints', {
  summary: 'Send a complaint about a service, a refund, personal data or the site',
  access: 'public',
  body: z.strictObject({ ...contactFields, topic: ComplaintTopic }),
  response: z.object({
    reference: z.string(),
    /** The date by which we will answer, as stated in the acknowledgement. */
    answerBy: z.string(),
  }),
  message: 'We’ve received your complaint.',
})
