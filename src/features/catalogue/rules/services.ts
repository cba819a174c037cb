import type { Package, ServiceType } from '../contract.ts'

/** The public name and page of each service. */
export const services = {
  MY_FUTURE: { name: 'MY FUTURE', page: '/services/my-future' },
  STUDY_WORLD: { name: 'STUDY WORLD', page: '/services/study-world' },
  BIZ_FUTURE: { name: 'BIZ FUTURE', page: '/services/biz-future' },
} satisfies Record<ServiceType, { name: string; page: string }>

export function filterByService(packages: Package[], serviceType: ServiceType): Package[] {
  return packages.filter((candidate) => candidate.serviceType === serviceType)
}
