import { classNames } from '#platform/web/ui/class-names.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'
import { pictures } from '#platform/web/ui/pictures.ts'
import { SectionHeading } from '../../web/section-heading.tsx'
import { SnapList } from '../../web/snap-list.tsx'
import type { GuideSummary } from '../contract.ts'

type GuideListProps = {
  guides: GuideSummary[]
  /** The level of the heading in each card. */
  headingLevel: 2 | 3
  className?: string
}

/** Guides as cards that link to their pages. */
export function GuideList({ guides, headingLevel, className }: GuideListProps) {
  return (
    <ul className={classNames('grid gap-4 sm:grid-cols-2 sm:gap-6', className)}>
      {guides.map((guide) => (
        <GuideCard key={guide.id} guide={guide} headingLevel={headingLevel} hasSummary />
      ))}
    </ul>
  )
}

/** A few guides under a heading of their own, with the way to all of them. */
export function GuidesRow({ guides }: { guides: GuideSummary[] }) {
  if (guides.length === 0) return null
  return (
    <section className="container-page pb-10 md:pb-24">
      <SectionHeading name="Guides" title="Read first. Decide after." />
      <SnapList label="Guides to read" className="mt-6 md:mt-10">
        <ul className="grid gap-6 narrow:flex narrow:gap-4 md:grid-cols-3">
          {guides.map((guide) => (
            <GuideCard
              key={guide.id}
              guide={guide}
              headingLevel={3}
              className="narrow:w-[72vw] narrow:max-w-80 narrow:shrink-0 narrow:snap-start"
            />
          ))}
        </ul>
      </SnapList>
      <p className="mt-4 md:mt-8">
        <Link to="/guides" className="link link-alone font-medium">
          See all guides
        </Link>
      </p>
    </section>
  )
}

type GuideCardProps = { guide: GuideSummary; headingLevel: 2 | 3; hasSummary?: boolean; className?: string }

/** The whole card is the link's target. */
function GuideCard({ guide, headingLevel, hasSummary = false, className }: GuideCardProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <li
      className={classNames(
        'relative flex flex-col overflow-hidden rounded-md card-link border border-line bg-surface shadow-card',
        className,
      )}
    >
      <GuidePicture name={guide.picture} className={hasSummary ? 'aspect-3/2' : 'aspect-video'} />
      <div className="flex grow flex-col p-[min(1.25rem,6vw)] lg:p-6">
        <Heading className={hasSummary ? 'text-xl' : 'text-[min(1.125rem,7.5vw)]'}>
          <Link to={`/guides/${guide.slug}`} className="after:absolute after:inset-0 after:rounded-md">
            {guide.title}
          </Link>
        </Heading>
        {hasSummary ? <p className="mt-2 text-muted">{guide.summary}</p> : null}
        <p className="mt-auto pt-3 text-sm font-medium">{guide.readingMinutes} min read</p>
      </div>
    </li>
  )
}

/** A guide's illustration, if there is one with this name. The title beside it says what it shows. */
export function GuidePicture({ name, isFirst, className }: { name: string; isFirst?: boolean; className: string }) {
  if (!isPictureName(name)) return null
  const sizes = '(min-width: 40rem) 39rem, 60vw'
  return <Picture name={name} alt="" isFirst={isFirst} sizes={sizes} className={className} />
}

const isPictureName = (name: string): name is PictureName => name in pictures
