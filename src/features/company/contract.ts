import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** Public details of the company (PRODUCT D20), for the footer, contact page, documents and emails. */
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
  /** Registrations and memberships, in words for readers: "Registered with the Information Commissioner’s Office, …". */
  registrations: z.array(z.object({ text: z.string(), url: z.url().nullable() })),
})
export type Company = z.infer<typeof Company>

/** The owner's additions to the legal pages. Empty if there are none. */
export const LegalNotes = z.object({ privacy: z.string(), terms: z.string() })
export type LegalNotes = z.infer<typeof LegalNotes>

export const getLegalNotes = endpoint('GET /api/company/legal-notes', {
  summary: 'Get the company’s additions to its Privacy Policy and Terms of Service',
  access: 'public',
  response: LegalNotes,
})

export const getCompany = endpoint('GET /api/company', {
  summary: 'Get the company’s names, registered office, contact details and registration numbers',
  access: 'public',
  response: Company,
})
