import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { PictureName } from '#platform/web/ui/picture.tsx'
import { VideoLink, type VideoName } from '../../video/web/video-link.tsx'
import { HeroFrame } from '../../web/hero-frame.tsx'

type ServiceHeroProps = {
  service: string
  film: VideoName
  title: string
  text: string
  /** "from £34.80 per month incl. VAT" */
  price: ReactNode
  picture: { name: PictureName; alt: string }
}

export function ServiceHeroSection({ service, film, title, text, price, picture }: ServiceHeroProps) {
  return (
    <div className="relative overflow-hidden bg-secondary text-white">
      <div className="container-page grid items-center gap-x-8 pt-8 pb-6 md:min-h-[36rem] md:grid-cols-2 md:py-16">
        <div className="relative z-10 md:pr-8">
          <h1>
            <span className="flex items-center gap-3 text-base font-semibold tracking-normal text-primary before:h-px before:w-10 before:bg-primary">
              {service}
            </span>{' '}
            <span className="mt-3 block text-[2.25rem] md:mt-5 leading-[1.1] sm:text-5xl lg:text-[3.5rem]">
              {title}
            </span>
          </h1>
          <p className="mt-3 max-w-md text-lg text-on-dark md:mt-6">{text}</p>
          <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 md:mt-8 md:gap-x-6">
            <ButtonLink to="#packages">See the packages</ButtonLink>
            <VideoLink name={film} service={service} />
          </div>
          <p className="mt-3 md:mt-4">{price}</p>
        </div>
      </div>
      <HeroFrame
        picture={picture.name}
        alt={picture.alt}
        size="54vw"
        isFirst
        className="max-sm:min-h-44 sm:min-h-112 md:top-0"
      />
    </div>
  )
}
