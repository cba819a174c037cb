import type { Context } from '#platform/server/context.ts'
import type { Company } from '../contract.ts'
import { insertCompany } from './store.ts'

/**
 * Placeholders for the company's details until the owner replaces them (PRODUCT D20). Numbers and addresses are ones
 * reserved for examples: the telephone number is one that Ofcom reserves for drama, and the domain is IANA's.
 */
const placeholderCompany: Company = {
  brandName: 'FutureWorld Consultancy',
  legalName: 'FutureWorld Consultancy Ltd',
  foundedYear: 2020,
  address: ['1 Example Street', 'London', 'EC1A 1BB', 'United Kingdom'],
  phone: '+44 20 7946 0123',
  email: 'hello@futureworld.example',
  companyNumber: '00000000',
  vatNumber: 'GB 000 0000 00',
  socialLinks: [],
  registrations: [],
}

const placeholders: (keyof Company)[] = ['legalName', 'address', 'phone', 'email', 'companyNumber', 'vatNumber']

export async function seedCompany({ db }: Context): Promise<void> {
  await insertCompany(db, placeholderCompany, placeholders)
}
