import { z } from 'zod'
import { ServiceType } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

/** A person who advises, as the public may know them. */
export const Consultant = z.object({
  id: z.uuid(),
  displayName: z.string(),
  /** Such as "Careers adviser". */
  jobTitle: z.string().nullable(),
  /** Named here and not in the browser, whose names may be others than the server's. */
  languages: z.array(z.object({ code: z.string(), name: z.string() })),
  summary: z.string(),
  services: z.array(ServiceType),
  /** The address of the picture. Another picture has another address. */
  picture: z.string(),
})
export type Consultant = z.infer<typeof Consultant>

export const listConsultants = endpoint({
  method: 'GET',
  path: '/api/consultants',
  summary: 'The consultants whom staff have published',
  access: 'public',
  response: z.array(Consultant),
})
