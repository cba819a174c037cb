import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const sendTestLetter = endpoint({
  method: 'POST',
  path: '/api/admin/test-letter',
  summary: 'Send a letter to oneself, to see whether mails arrive',
  access: 'administrator',
  response: z.null(),
  message: 'A test letter is on its way to you.',
})
