import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { SectionHeading } from '#platform/web/ui/section-heading.tsx'

export function HomeAboutSection({ company }: { company: Company }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page grid gap-x-16 gap-y-8 py-20 md:grid-cols-2 md:py-28">
        <SectionHeading name="About" title="A small consultancy for large decisions" />
        <div className="grid max-w-prose content-start gap-5 text-lg text-muted md:pt-9">
          <p>
            {company.brandName} has been in business since {company.foundedYear}. We help people at the points where one
            decision shapes the next few years: leaving school, changing direction, studying in another country,
            starting a company.
          </p>
          <p>
            We keep it simple. You tell us where you stand, a consultant thinks it through with you, and you leave with
            something you can act on.
          </p>
          <p>
            <Link to="/about" className="link inline-flex items-center gap-2 font-semibold text-ink">
              About Us
              <ArrowRight aria-hidden="true" className="size-5" />
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}
