import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Carousel } from '#platform/web/ui/carousel.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { PictureName } from '#platform/web/ui/picture.tsx'
import { HeroFrame } from '../../web/hero-frame.tsx'

const slides: (HeroSlideProps & { topic: string })[] = [
  {
    service: 'MY FUTURE',
    topic: 'Careers',
    title: 'Find the path that’s right for you.',
    text: 'Career guidance and life skills for students, young people and anyone between education and work.',
    to: '/services/my-future',
    picture: 'my-future-hero',
  },
  {
    service: 'STUDY WORLD',
    topic: 'Study abroad',
    title: 'Go abroad with a plan in hand.',
    text: 'Destinations, courses and universities matched to you, and help getting ready to go.',
    to: '/services/study-world',
    picture: 'study-world-hero',
  },
  {
    service: 'BIZ FUTURE',
    topic: 'Small business',
    title: 'Make your business worth following.',
    text: 'Business and social-media consulting for startups and small businesses that are ready to be seen.',
    to: '/services/biz-future',
    picture: 'biz-future-hero',
  },
]

/** One slide per service, below what all three are about. */
export function HeroSection({ brandName }: { brandName: string }) {
  return (
    <div className="relative overflow-hidden bg-secondary text-white">
      {/* Names all three to whom only one slide is shown. */}
      <h1 className="container-page absolute inset-x-0 top-[72px] z-10 text-[min(1rem,3.9vw)] font-semibold tracking-normal">
        <span className="sr-only">{brandName}: </span>
        <span className="flex gap-x-[min(1.25rem,3vw)] whitespace-nowrap border-y border-white/25 md:border-0">
          {slides.map(({ service, topic, to }) => (
            <Link key={service} to={to} className="link min-h-11 content-center">
              {topic}
            </Link>
          ))}
        </span>
      </h1>
      <Carousel
        label="Our services"
        className="[--dot-chosen:var(--color-primary)]"
        controlsClass="container-page absolute inset-x-0 bottom-4 flex-row-reverse md:bottom-12 md:flex-row"
        slides={slides.map((slide, index) => ({
          name: slide.service,
          content: <HeroSlide {...slide} isFirst={index === 0} />,
        }))}
      />
    </div>
  )
}

type HeroSlideProps = { service: string; title: string; text: string; to: string; picture: PictureName }

function HeroSlide({ service, title, text, to, picture, isFirst }: HeroSlideProps & { isFirst: boolean }) {
  return (
    <div className="relative flex h-full min-h-[max(36rem,min(100svh,54rem))] flex-col pb-16 print:min-h-0 md:justify-center md:pb-0">
      <div className="container-page grid gap-x-8 pt-34 pb-6 md:grid-cols-2 md:py-36">
        <div className="relative z-10 max-w-xl md:pr-8">
          <p className="flex items-center gap-3 font-semibold text-primary before:h-px before:w-10 before:bg-primary">
            {service}
          </p>
          <h2 className="mt-5 text-[2.4375rem] leading-[1.08] sm:text-6xl lg:text-[4.25rem]">{title}</h2>
          <p className="mt-6 max-w-md text-lg text-on-dark">{text}</p>
          <p className="mt-7 flex flex-wrap md:mt-9 items-center gap-x-6 gap-y-1 max-[30rem]:flex-col max-[30rem]:items-start">
            <ButtonLink to={to}>
              Explore {service}
              <ArrowRight aria-hidden="true" className="size-5" />
            </ButtonLink>
            <Link to="#prices" className="link link-alone font-medium">
              See the prices
            </Link>
          </p>
        </div>
      </div>
      <HeroFrame
        picture={picture}
        alt=""
        size="75vw"
        isFirst={isFirst}
        className="grow max-sm:min-h-60 md:top-[72px]"
        pictureClass="carousel-picture"
      />
    </div>
  )
}
