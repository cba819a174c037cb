import type { ReactNode } from 'react'
import type { Company } from '#features/company/contract.ts'
import { SectionHeading } from '#platform/web/ui/section-heading.tsx'

export function CompanyDetailsSection({ company }: { company: Company }) {
  return (
    <section className="border-t border-line pb-20 md:pb-28">
      <div className="container-page grid gap-x-16 gap-y-10 pt-20 md:grid-cols-[2fr_3fr] md:pt-28">
        <SectionHeading name="Company details" title="Who you deal with" />
        <dl className="md:pt-9">
          <Detail name="Legal name">{company.legalName}</Detail>
          <Detail name="Founded">{company.foundedYear}</Detail>
          <Detail name="Company number">{company.companyNumber}</Detail>
          <Detail name="VAT number">{company.vatNumber ?? 'Not VAT registered'}</Detail>
          <Detail name="Registered office">
            {company.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Detail>
        </dl>
      </div>
    </section>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-t border-line py-4 last:border-b sm:grid-cols-[2fr_3fr]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
