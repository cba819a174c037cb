import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** In the recommended order. */
export const StepName = z.enum([
  'company',
  'vat',
  'dollar-prices',
  'consultants',
  'availability',
  'sessions',
  'email',
  'test-purchase',
  'payment-keys',
])
export type StepName = z.infer<typeof StepName>

export const Step = z.object({
  name: StepName,
  isDone: z.boolean(),
  /** Describes the current status for the owner. */
  sentence: z.string(),
})
export type Step = z.infer<typeof Step>

export const getFirstSteps = endpoint('GET /api/admin/first-steps', {
  summary: 'List the steps needed before the site can sell, and whether each is done according to current data',
  access: 'administrator',
  response: z.array(Step),
})
