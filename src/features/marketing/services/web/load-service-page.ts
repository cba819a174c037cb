import type { RouterContextProvider } from 'react-router'
import { listPackages, type ServiceType } from '#features/catalogue/contract.ts'
import { filterByService } from '#features/catalogue/web/public.tsx'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { listStories } from '../../stories/contract.ts'

/** Loads the data of a service page. */
export async function loadServicePage(context: Readonly<RouterContextProvider>, serviceType: ServiceType) {
  const call = context.get(serverCall)
  const [company, packages, stories] = await Promise.all([call(getCompany), call(listPackages), call(listStories)])
  return {
    company,
    packages: filterByService(packages, serviceType),
    stories: stories.filter((story) => story.serviceType === serviceType),
  }
}
