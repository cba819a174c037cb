import { classNames } from '#platform/web/ui/class-names.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'
import { pictures } from '#platform/web/ui/pictures.ts'
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
    <ul className={classNames('grid gap-6 sm:grid-cols-2', className)}>
      {guides.map((guide) => (
        <GuideCard key={guide.id} guide={guide} headingLevel={headingLevel} />
      ))}
    </ul>
  )
}

function GuideCard({ guide, headingLevel }: { guide: GuideSummary; headingLevel: 2 | 3 }) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <li className="relative grid content-start rounded-md card-link border border-line bg-surface p-[min(1.5rem,6vw)] shadow-card sm:p-8">
      <GuidePicture name={guide.picture} />
      <Heading className="text-xl">
        {/* The whole card is the link's target. */}
        <Link to={`/guides/${guide.slug}`} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
          {guide.title}
        </Link>
      </Heading>
      <p className="mt-3 text-muted">{guide.summary}</p>
      <p className="mt-4 text-sm font-medium">{guide.readingMinutes} min read</p>
    </li>
  )
}

/** A guide's illustration, if there is one with this name. The title beside it says what it shows. */
export function GuidePicture({ name, isFirst }: { name: string; isFirst?: boolean }) {
  if (!isPictureName(name)) return null
  const sizes = '(min-width: 40rem) 39rem, 60vw'
  return <Picture name={name} alt="" isFirst={isFirst} sizes={sizes} className="mb-6 aspect-3/2 w-full rounded-sm" />
}

const isPictureName = (name: string): name is PictureName => name in pictures
