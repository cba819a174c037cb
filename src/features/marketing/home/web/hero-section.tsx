import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Carousel } from '#platform/web/ui/carousel.tsx'
import { BarsIllustration } from '../../web/bars-illustration.tsx'
import { GlobeIllustration } from '../../web/globe-illustration.tsx'
import { RoadIllustration } from '../../web/road-illustration.tsx'

const illustrationClass =
  'absolute bottom-20 w-80 sm:-right-12 sm:w-108 md:static md:w-full md:max-w-xl md:justify-self-end'

const slides: HeroSlideProps[] = [
  {
    service: 'MY FUTURE',
    title: 'Find the path that’s right for you.',
    text: 'Career guidance and life skills for students, young people and anyone between education and work.',
    to: '/services/my-future',
    illustration: <RoadIllustration className={`-right-20 ${illustrationClass}`} />,
  },
  {
    service: 'STUDY WORLD',
    title: 'Go abroad with a plan in hand.',
    text: 'Destinations, courses and universities matched to you, and help getting ready to go.',
    to: '/services/study-world',
    illustration: <GlobeIllustration className={`-right-8 ${illustrationClass}`} />,
  },
  {
    service: 'BIZ FUTURE',
    title: 'Make your business worth following.',
    text: 'Business and social-media consulting for startups and small businesses that are ready to be seen.',
    to: '/services/biz-future',
    illustration: <BarsIllustration className={`right-3 ${illustrationClass}`} />,
  },
]

/** One slide per service. The h1 is outside the carousel, because slides come and go. */
export function HeroSection({ brandName }: { brandName: string }) {
  return (
    <div className="relative overflow-hidden bg-secondary bg-linear-to-tr from-secondary-deep via-secondary to-secondary-soft text-white">
      <h1 className="sr-only">
        {brandName}: guidance on careers and studying abroad, and consulting for small businesses
      </h1>
      <Carousel
        label="Our services"
        className="[--dot-chosen:var(--color-primary)]"
        controlsClass="container-page absolute inset-x-0 bottom-4 flex-row-reverse md:bottom-12 md:flex-row"
        slides={slides.map((slide) => ({ name: slide.service, content: <HeroSlide {...slide} /> }))}
      />
    </div>
  )
}

type HeroSlideProps = { service: string; title: string; text: string; to: string; illustration: ReactNode }

function HeroSlide({ service, title, text, to, illustration }: HeroSlideProps) {
  return (
    <div className="container-page grid min-h-[max(36rem,min(100svh,54rem))] items-start gap-x-8 pt-32 pb-28 md:grid-cols-2 md:items-center">
      <div className="relative z-10 max-w-xl">
        <p className="flex items-center gap-3 font-semibold text-primary before:h-px before:w-10 before:bg-primary">
          {service}
        </p>
        <h2 className="mt-5 text-[2.5rem] leading-[1.08] sm:text-6xl lg:text-[4.25rem]">{title}</h2>
        <p className="mt-6 max-w-md text-lg text-on-dark">{text}</p>
        <ButtonLink to={to} className="mt-9">
          Explore {service}
          <ArrowRight aria-hidden="true" className="size-5" />
        </ButtonLink>
      </div>
      {illustration}
    </div>
  )
}
