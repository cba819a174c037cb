import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { PictureName } from '#platform/web/ui/picture.tsx'
import { VideoLink, type VideoName } from '../../video/web/video-link.tsx'
import { PageHeroSection } from '../../web/page-hero-section.tsx'

type ServiceHeroProps = {
  service: string
  film: VideoName
  title: string
  text: string
  /** "from £34.80 per month incl. VAT" */
  price: ReactNode
  rating: ReactNode
  picture: { name: PictureName; alt: string }
}

export function ServiceHeroSection({ service, film, title, text, price, rating, picture }: ServiceHeroProps) {
  return (
    <PageHeroSection name={service} title={title} text={text} picture={picture.name} alt={picture.alt}>
      {/* On a narrow phone one below the other in every typeface, so that nothing moves when ours has loaded. */}
      <div className="mt-6 flex flex-wrap items-center max-[25rem]:grid max-[25rem]:justify-items-start gap-x-4 gap-y-2 md:mt-8 md:gap-x-6">
        <ButtonLink to="#packages">See the packages</ButtonLink>
        <VideoLink name={film} service={service} />
      </div>
      <p className="mt-3 md:mt-4">{price}</p>
      {rating}
    </PageHeroSection>
  )
}
