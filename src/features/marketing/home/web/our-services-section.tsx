import { ArrowRight } from 'lucide-react'
import type { Package, ServiceType } from '#features/catalogue/contract.ts'
import { filterByService, LowestPricePanel, servicePictures, services } from '#features/catalogue/web/public.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Picture } from '#platform/web/ui/picture.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'

/** Each service by what its visitors would say themselves. */
const cards: ServiceCardProps[] = [
  {
    serviceType: 'MY_FUTURE',
    words: 'I don’t know what comes after school.',
    text: 'Career guidance and life skills for students, young people and adults between education and work.',
    note: 'Under 18? A parent or guardian agrees first.',
  },
  {
    serviceType: 'STUDY_WORLD',
    words: 'I want to study abroad.',
    text: 'Where to study, what to study and how to get there, for students looking further afield.',
  },
  {
    serviceType: 'BIZ_FUTURE',
    words: 'No one finds my business online.',
    text: 'A month of posts and reels, planned, made and reported on for you.',
  },
]

export function OurServicesSection({ packages }: { packages: Package[] }) {
  return (
    <section className="container-page py-10 md:py-24">
      <SectionHeading name="Our Services" title="Which of these is you?" />
      <div className="mt-8 grid gap-5 md:mt-10 md:grid-cols-3 md:gap-6">
        {cards.map((card) => (
          <ServiceCard key={card.serviceType} {...card} packages={filterByService(packages, card.serviceType)} />
        ))}
      </div>
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <span className="text-muted">Not sure, or between two? Four short questions will tell.</span>
        <ButtonLink to="/which-service" variant="quiet">
          Which service is right for me?
        </ButtonLink>
      </p>
    </section>
  )
}

type ServiceCardProps = { serviceType: ServiceType; words: string; text: string; note?: string }

/** The whole card is the link target, named by its heading. The picture gives way to enlarged text. */
function ServiceCard({ serviceType, words, text, note, packages }: ServiceCardProps & { packages: Package[] }) {
  const service = services[serviceType]
  return (
    <article className="group relative grid grid-cols-[clamp(0px,calc(100%-11rem),min(7rem,30%))_minmax(0,1fr)] print:grid-cols-1 overflow-hidden md:flex md:flex-col rounded-md border border-line bg-surface shadow-card card-link">
      <Picture
        name={servicePictures[serviceType]}
        alt=""
        sizes="(max-width: 56.24rem) 14rem, 23rem"
        className="h-full md:aspect-video md:h-auto"
      />
      <div className="flex min-w-0 grow flex-col p-[min(1.25rem,5.2vw)] md:p-6 lg:p-8">
        <h3 className="text-xl md:text-2xl">
          <Link to={service.page} className="after:absolute after:inset-0 after:rounded-md">
            “{words}”{' '}
            <span className="mt-2 block text-sm md:mt-3 tracking-normal text-primary-ink">{service.name}</span>
          </Link>
        </h3>
        <p className="mt-1 text-muted max-md:hidden">{text}</p>
        {note ? <p className="mt-1 text-sm text-muted md:mt-2">{note}</p> : null}
        <p className="mt-auto flex items-end justify-between gap-4 pt-3 text-sm md:pt-6">
          <span>{packages.length > 0 ? <LowestPricePanel packages={packages} /> : 'Not on sale at the moment'}</span>
          <ArrowRight
            aria-hidden="true"
            className="size-5 shrink-0 transition-transform group-hover:translate-x-1 motion-reduce:transition-none"
          />
        </p>
      </div>
    </article>
  )
}
