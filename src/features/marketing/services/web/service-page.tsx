import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { LowestPricePanel } from '#features/catalogue/web/public.tsx'
import type { PictureName } from '#platform/web/ui/picture.tsx'
import { GuidesSection } from '../../guides/web/guide-sections.tsx'
import { StoriesSection } from '../../stories/web/stories-section.tsx'
import type { VideoName } from '../../video/web/video-link.tsx'
import type { servicePageLoader } from '../../web/load-page.ts'
import type { ServiceText } from '../../web/page-meta.ts'
import {
  type Audience,
  AudienceSection,
  type Benefit,
  BenefitsSection,
  PackagesSection,
  QuestionsSection,
  ServiceHeroSection,
  type Step,
  StepsSection,
} from './service-sections.tsx'

export type ServiceContent = ServiceText & {
  slug: VideoName
  hero: { title: string; text: string }
  picture: { name: PictureName; alt: string }
  titles: Record<'audiences' | 'benefits' | 'steps' | 'packages', string>
  packagesLead: string
  audiences: Audience[]
  benefits: Benefit[]
  steps: Step[]
}

type ServicePageProps = {
  content: ServiceContent
  /** A section shown after the packages. */
  children?: ReactNode
}

/** A service's page. Each route has its own content. */
export function ServicePage({ content, children }: ServicePageProps) {
  const { packages, stories, guides } = useLoaderData<ReturnType<typeof servicePageLoader>>()
  const { service, slug, hero, picture, titles, packagesLead, audiences, benefits, steps, questions } = content
  return (
    <>
      <ServiceHeroSection
        service={service}
        film={slug}
        {...hero}
        price={<LowestPricePanel packages={packages} />}
        picture={picture}
      />
      <AudienceSection title={titles.audiences} audiences={audiences} />
      <BenefitsSection title={titles.benefits} benefits={benefits} />
      <StepsSection title={titles.steps} steps={steps} />
      <PackagesSection title={titles.packages} lead={packagesLead} packages={packages} page={`/services/${slug}`} />
      {children}
      <StoriesSection stories={stories} />
      <GuidesSection guides={guides} />
      <QuestionsSection questions={questions} />
    </>
  )
}
