import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/text.ts'

export const sendNews = endpoint({
  method: 'POST',
  path: '/api/admin/news',
  summary: 'Write news to every member who may get them (PRODUCT D14), each once',
  access: 'administrator',
  body: z.strictObject({
    /** The same for each attempt of one sending: what is pressed twice goes out once. */
    sendingId: z.uuid(),
    subject: text({ required: 'Please enter a subject', max: 150 }),
    text: text({ required: 'Please enter a text', max: 5_000 }),
  }),
  response: z.object({ id: z.uuid() }),
  message: 'Your news goes out to everybody who may get it.',
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  summary: 'No more news to the member whose letter holds this link; by mail programs also as a form (RFC 8058)',
  access: 'public',
  params: z.strictObject({ token: z.string().min(1).max(100) }),
  response: z.null(),
  message: 'You get no more news from us.',
  refusals: {
    'link-unknown': {
      status: 404,
      message:
        'We do not know this link. Please open the one in our email once more, or log in and choose in your profile.',
    },
  },
})
