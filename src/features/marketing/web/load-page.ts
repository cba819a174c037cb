import type { LoaderFunctionArgs } from 'react-router'
import { listServiceRatings } from '#features/bookings/ratings/contract.ts'
import { listNextFreeDays } from '#features/bookings/slots/contract.ts'
import { listPackages, type ServiceType } from '#features/catalogue/contract.ts'
import { filterByService } from '#features/catalogue/web/public.tsx'
import { getCompany, getLegalNotes } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { listGuides } from '../guides/contract.ts'
import { listStories } from '../stories/contract.ts'

/** The loader of a page that shows only the company's details. */
export async function loadCompany({ context }: LoaderFunctionArgs) {
  return { company: await context.get(serverCall)(getCompany) }
}

/** The loader of a legal page, to which the company can add text. */
export function legalPageLoader(text: 'privacy' | 'terms') {
  return async ({ context }: LoaderFunctionArgs) => {
    const call = context.get(serverCall)
    const [company, notes] = await Promise.all([call(getCompany), call(getLegalNotes)])
    return { company, note: notes[text] }
  }
}

/** The loader of a service's page, with its packages, rating, consultants, stories and guides. */
export function servicePageLoader(serviceType: ServiceType) {
  return async ({ context }: LoaderFunctionArgs) => {
    const call = context.get(serverCall)
    const [company, packages, ratings, consultants, freeDays, stories, guides] = await Promise.all([
      call(getCompany),
      call(listPackages),
      call(listServiceRatings),
      call(listConsultants),
      call(listNextFreeDays),
      call(listStories),
      call(listGuides),
    ])
    return {
      company,
      packages: filterByService(packages, serviceType),
      rating: ratings.find((rating) => rating.serviceType === serviceType) ?? null,
      consultants: consultants
        .filter(({ services }) => services.includes(serviceType))
        .map(({ id, displayName, jobTitle, languages, picture }) => ({
          id,
          displayName,
          jobTitle,
          languages: languages.map(({ name }) => name),
          picture,
          freeOn: freeDays.find(({ consultantId }) => consultantId === id)?.day ?? null,
        })),
      stories: stories.filter((story) => story.serviceType === serviceType),
      guides: guides.filter((guide) => guide.serviceType === serviceType),
    }
  }
}
