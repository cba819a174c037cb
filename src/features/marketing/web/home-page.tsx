import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { CallToActionSection } from './call-to-action-section.tsx'
import { HomeAboutSection } from './home-about-section.tsx'
import { HomeHeroSection } from './home-hero-section.tsx'
import { OurServicesSection } from './our-services-section.tsx'
import { homeMeta } from './page-meta.ts'
import { WhyChooseUsSection } from './why-choose-us-section.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, packages] = await Promise.all([call(getCompany), call(listPackages)])
  return { company, packages }
}

export function meta({ loaderData, ...place }: MetaArgs<typeof loader>) {
  return homeMeta(
    {
      title: `${loaderData?.company.brandName}: careers, study abroad, small business`,
      description:
        'Career guidance, study-abroad guidance and business consulting in packages with a fixed price, people who listen and a clear end.',
    },
    loaderData?.company,
    place,
  )
}

export default function HomePage() {
  const { company, packages } = useLoaderData<typeof loader>()
  return (
    <>
      <HomeHeroSection brandName={company.brandName} />
      <OurServicesSection packages={packages} />
      <HomeAboutSection company={company} />
      <WhyChooseUsSection />
      <CallToActionSection
        title="Not sure which door is yours?"
        text="Opening an account is free and takes a minute. Or write to us first: we answer questions before we sell anything."
      />
    </>
  )
}
