import type { RouterContextProvider } from 'react-router'
import { listPackages, type ServiceType } from '#features/catalogue/contract.ts'
import { packagesOf } from '#features/catalogue/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { listStories } from '../contract.ts'

/** What the page of a service is made of. */
export async function loadService(context: Readonly<RouterContextProvider>, serviceType: ServiceType) {
  const call = context.get(serverCall)
  const [company, packages, stories] = await Promise.all([call(getCompany), call(listPackages), call(listStories)])
  return {
    company,
    packages: packagesOf(packages, serviceType),
    stories: stories.filter((story) => story.serviceType === serviceType),
  }
}
