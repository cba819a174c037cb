import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

/** How a service helped somebody: with whom it began, what was done, what came of it. */
export const Story = z.object({
  id: z.uuid(),
  serviceType: ServiceType,
  /** Made up to explain, and marked so wherever it is shown (PRODUCT D16). */
  isIllustrative: z.boolean(),
  title: z.string(),
  start: z.string(),
  work: z.string(),
  result: z.string(),
})
export type Story = z.infer<typeof Story>

export const listStories = endpoint({
  method: 'GET',
  path: '/api/stories',
  summary: 'The success stories of every service, and which of them are made up to explain',
  access: 'public',
  response: z.array(Story),
})
