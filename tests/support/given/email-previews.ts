import { emailPreviews } from '#app/server/email-previews.ts'

const site = {
  publicUrl: 'https://site.example',
  company: {
    brandName: 'Brand',
    legalName: 'Legal Ltd',
    foundedYear: 2020,
    address: ['1 Street', 'London'],
    phone: '+44 20 7946 0000',
    email: 'office@example.org',
    companyNumber: '00000000',
    vatNumber: null,
    socialLinks: [],
    registrations: [],
  },
}

/** Every email with its example data, from a made-up company. */
export const previews = Object.entries(emailPreviews).flatMap(([area, examples]) =>
  Object.entries(examples).map(([name, write]) => ({ area, name, email: write(site) })),
)
