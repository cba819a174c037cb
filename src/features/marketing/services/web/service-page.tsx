import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { ServiceRatingText } from '#features/bookings/web/public.tsx'
import type { Package } from '#features/catalogue/contract.ts'
import { LowestPricePanel, PackageBar } from '#features/catalogue/web/public.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { PictureName } from '#platform/web/ui/picture.tsx'
import { GuidesSection } from '../../guides/web/guide-sections.tsx'
import { ConsultationMinutes } from '../../proof/web/consultation-minutes-section.tsx'
import { StoriesSection } from '../../stories/web/stories-section.tsx'
import { CallToActionSection } from '../../web/call-to-action-section.tsx'
import type { servicePageLoader } from '../../web/load-page.ts'
import type { ServiceText } from '../../web/page-meta.ts'
import type { PortalPicture } from '../../web/portal-pictures.ts'
import { isProvided, type PackageReason } from '../rules.ts'
import { ConsultantsSection } from './consultants-section.tsx'
import { OfferTableSection } from './offer-table.tsx'
import { PackageNote } from './package-note-panel.tsx'
import { PortalSection } from './portal-section.tsx'
import { ServiceHeroSection } from './service-hero-section.tsx'
import {
  type Audience,
  AudienceSection,
  type Benefit,
  BenefitsSection,
  PackagesSection,
  QuestionsSection,
  type Step,
} from './service-sections.tsx'
import { StepsSection, YourPartSection } from './steps-section.tsx'

export type ServiceContent = ServiceText & {
  hero: { title: string; text: string }
  picture: { name: PictureName; alt: string }
  titles: Record<'audiences' | 'benefits' | 'steps' | 'packages', string>
  packagesLead: string
  /** What some buyers have to know, on each card. It links to a question's answer. */
  buyersNote?: { text: string; to: string }
  /** True if most buyers are businesses, whose packages start when they're paid for and who can't withdraw (PRODUCT D19). */
  isForBusinesses?: boolean
  /** By package id, for all packages that the texts mention. */
  reasons: Record<string, PackageReason>
  /** What each package line means, by its key. */
  meanings: Record<string, string>
  audiences: Audience[]
  benefits: Benefit[]
  steps: Step[]
  /** What members do themselves, and what no package includes. */
  yourPart?: Step[]
  /** The pages of the portal to show. Only what the packages include may be in their captions. */
  portal: readonly PortalPicture['page'][]
}

type ServicePageProps = {
  content: ServiceContent
  /** A section shown after the packages. */
  children?: ReactNode
}

/** A service's page. Each route has its own content. */
export function ServicePage({ content, children }: ServicePageProps) {
  const { packages, rating, consultants, stories, guides } = useLoaderData<ReturnType<typeof servicePageLoader>>()
  const { service, slug, hero, picture, titles, reasons, meanings, audiences, questions, isForBusinesses } = content
  const benefits = content.benefits.filter((benefit) => isProvided(benefit, packages))
  return (
    <>
      <ServiceHeroSection
        service={service}
        film={slug}
        {...hero}
        price={<LowestPricePanel packages={packages} />}
        rating={<ServiceRatingText rating={rating} />}
        picture={picture}
      />
      <BenefitsSection title={titles.benefits} benefits={benefits} />
      <PackagesSection
        {...introducePackages(content, packages)}
        packages={packages}
        noteFor={(offer) => (
          <PackageNote
            offer={offer}
            packages={packages}
            reason={reasons[offer.id]}
            benefits={benefits}
            buyersNote={content.buyersNote}
          />
        )}
        isForBusinesses={isForBusinesses}
      />
      <div>
        <OfferTableSection
          service={service}
          packages={packages}
          reasons={reasons}
          meanings={meanings}
          benefits={benefits}
          isForBusinesses={isForBusinesses}
        />
        <YourPartSection tasks={(content.yourPart ?? []).filter((task) => isProvided(task, packages))} />
        <PortalSection pages={content.portal} />
        {children}
        <ConsultantsSection consultants={consultants} packages={packages} />
        <AudienceSection title={titles.audiences} audiences={audiences} />
        <StepsSection
          title={titles.steps}
          steps={content.steps.filter((step) => isProvided(step, packages))}
          film={slug}
        />
        <ConsultationMinutes packages={packages} />
        <StoriesSection stories={stories} />
        <GuidesSection guides={guides} />
        <QuestionsSection questions={questions} />
        <PackageBar packages={packages} />
      </div>
      <CallToActionSection
        title="Ready to start?"
        text="At the checkout you’ll see the whole price again, and the day your package starts. Or ask us anything first."
        action={
          <ButtonLink to="#packages" variant="secondary">
            Choose a package
          </ButtonLink>
        }
      />
    </>
  )
}

/** The texts about the packages mention all of them, so they need a word about those that are not on sale. */
function introducePackages({ reasons, titles, packagesLead }: ServiceContent, packages: Package[]) {
  const names = Object.entries(reasons).flatMap(([id, { name }]) =>
    packages.some((offer) => offer.id === id) ? [] : [name],
  )
  const areAllKnown = packages.every(({ id }) => id in reasons)
  if (names.length === 0 && areAllKnown) return { title: titles.packages, lead: packagesLead }
  if (packages.length === 0) return { title: 'Not on sale at the moment', lead: undefined }
  const verb = names.length === 1 ? 'isn’t' : 'aren’t'
  return {
    title: 'What you can buy',
    lead: names.length > 0 ? `${names.join(' and ')} ${verb} on sale at the moment.` : undefined,
  }
}
