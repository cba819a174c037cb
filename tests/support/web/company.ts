import type { Company } from '#features/company/contract.ts'

export const company: Company = {
  brandName: 'FutureWorld',
  legalName: 'FutureWorld Ltd',
  foundedYear: 2020,
  address: ['1 Example Street', 'London'],
  phone: '+44 20 7946 0123',
  email: 'hello@futureworld.example',
  companyNumber: 'OC301234',
  vatNumber: null,
  socialLinks: [],
  registrations: [],
}
