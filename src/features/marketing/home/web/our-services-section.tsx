import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Package, ServiceType } from '#features/catalogue/contract.ts'
import { filterByService, LowestPricePanel, packagePictures, services } from '#features/catalogue/web/public.tsx'
import { Picture } from '#platform/web/ui/picture.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'

const cards: ServiceCardProps[] = [
  {
    serviceType: 'MY_FUTURE',
    audience: 'Young people and careers',
    text: 'Career guidance and life skills for students, young people and adults between education and work.',
  },
  {
    serviceType: 'STUDY_WORLD',
    audience: 'Study abroad',
    text: 'Where to study, what to study and how to get there, for students looking further afield.',
  },
  {
    serviceType: 'BIZ_FUTURE',
    audience: 'Startups and small businesses',
    text: 'A month of posts and reels, planned, made and reported on for you.',
  },
]

export function OurServicesSection({ packages }: { packages: Package[] }) {
  return (
    <section className="container-page py-20 md:py-28">
      <div className="grid items-end gap-x-16 gap-y-5 lg:grid-cols-[2fr_1fr]">
        <SectionHeading
          wide
          name="Our Services"
          title={
            <>
              Three services. <br className="hidden lg:block" />
              One question: what comes next?
            </>
          }
        />
        <p className="max-w-prose text-lg text-muted">
          Start where you are. Each service comes with a real consultant, a fixed price and a clear list of what you
          get.
        </p>
      </div>
      <div className="mt-12 grid gap-6 md:grid-cols-3">
        {cards.map((card) => (
          <ServiceCard
            key={card.serviceType}
            {...card}
            price={<LowestPricePanel packages={filterByService(packages, card.serviceType)} />}
          />
        ))}
      </div>
    </section>
  )
}

type ServiceCardProps = { serviceType: ServiceType; audience: string; text: string }

/** The whole card is the link target, named by its heading. */
function ServiceCard({ serviceType, audience, text, price }: ServiceCardProps & { price: ReactNode }) {
  const service = services[serviceType]
  return (
    <article className="group relative flex flex-col overflow-hidden rounded-md border border-line bg-surface shadow-card transition-shadow hover:shadow-raised">
      <Picture
        name={packagePictures[serviceType]}
        alt=""
        sizes="(max-width: 56.24rem) 68vw, 23rem"
        className="aspect-video"
      />
      <div className="flex grow flex-col p-6 lg:p-8">
        <p className="text-sm font-semibold text-primary-ink">{audience}</p>
        <h3 className="mt-1 text-2xl">
          <Link to={service.page} className="after:absolute after:inset-0 after:rounded-md">
            {service.name}
          </Link>
        </h3>
        <p className="mt-3 mb-6 text-muted">{text}</p>
        <p className="mt-auto flex items-end justify-between gap-4 border-t border-line pt-5 text-sm">
          <span>{price}</span>
          <ArrowRight
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform group-hover:translate-x-1 motion-reduce:transition-none"
          />
        </p>
      </div>
    </article>
  )
}
