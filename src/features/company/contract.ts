import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** What the public may know of the company (PRODUCT D20): footer, contact page, documents, mails. */
export const Company = z.object({
  brandName: z.string(),
  legalName: z.string(),
  foundedYear: z.int(),
  address: z.array(z.string()),
  phone: z.string(),
  email: z.string(),
  companyNumber: z.string(),
  vatNumber: z.string().nullable(),
  socialLinks: z.array(z.object({ name: z.string(), url: z.url() })),
})
export type Company = z.infer<typeof Company>

/** What the owner adds to the legal pages in their own words; empty where they add nothing. */
export const LegalNotes = z.object({ privacy: z.string(), terms: z.string() })
export type LegalNotes = z.infer<typeof LegalNotes>

export const getLegalNotes = endpoint({
  method: 'GET',
  path: '/api/company/legal-notes',
  summary: 'What the company adds to its Privacy Policy and its Terms of Service',
  access: 'public',
  response: LegalNotes,
})

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/company',
  summary: 'The company: names, registered office, contact and registration numbers',
  access: 'public',
  response: Company,
})
