import type { GuideSource, GuideSummary } from './contract.ts'

/** The speed of someone reading factual English on a screen without hurrying. */
const WORDS_PER_MINUTE = 220

export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/** Returns the earliest day on which one of a guide's sources was checked. */
export function oldestCheck(sources: Pick<GuideSource, 'checkedOn'>[]): string {
  return sources.map(({ checkedOn }) => checkedOn).sort()[0] ?? ''
}

const RELATED_GUIDES = 2

/** Other guides to read next, starting with those about the same service. */
export function relatedGuides<Other extends Pick<GuideSummary, 'slug' | 'serviceType'>>(
  guides: Other[],
  { slug, serviceType }: Pick<GuideSummary, 'slug' | 'serviceType'>,
): Other[] {
  const others = guides.filter((guide) => guide.slug !== slug)
  const isRelated = (guide: Other) => guide.serviceType === serviceType
  return [...others.filter(isRelated), ...others.filter((guide) => !isRelated(guide))].slice(0, RELATED_GUIDES)
}

/** The first guide about each service, in the order of the list. */
export function oneGuidePerService<Listed extends Pick<GuideSummary, 'serviceType'>>(guides: Listed[]): Listed[] {
  return guides.filter(
    ({ serviceType }, index) =>
      serviceType !== null && guides.findIndex((guide) => guide.serviceType === serviceType) === index,
  )
}
