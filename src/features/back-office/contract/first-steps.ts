import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** In the order in which they are best taken. */
export const StepName = z.enum([
  'company',
  'vat',
  'dollar-prices',
  'consultants',
  'hours',
  'mail',
  'test-purchase',
  'payment-keys',
])
export type StepName = z.infer<typeof StepName>

export const Step = z.object({
  name: StepName,
  isDone: z.boolean(),
  /** How it stands, in words. */
  sentence: z.string(),
})
export type Step = z.infer<typeof Step>

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/admin/first-steps',
  summary: 'What has to be done before the site can sell, and what of it is done: computed from how things stand',
  access: 'administrator',
  response: z.array(Step),
})
