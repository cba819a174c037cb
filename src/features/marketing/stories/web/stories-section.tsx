import { Badge } from '#platform/web/ui/badge.tsx'
import { Carousel } from '#platform/web/ui/carousel.tsx'
import { PhoneDetails } from '../../web/phone-details.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'
import type { Story } from '../contract.ts'

/** Invented stories are marked on their slides and explained above them (PRODUCT D16). */
export function StoriesSection({ stories }: { stories: Story[] }) {
  if (stories.length === 0) return null
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page py-8 md:py-20">
        <SectionHeading name="Success stories" title="What it can look like" lead={describeStories(stories)} />
        <Carousel
          label="Success stories"
          className="mt-4 md:mt-10"
          controlsClass="mt-4 md:mt-6"
          slides={stories.map((story) => ({ name: story.title, content: <StorySlide story={story} /> }))}
        />
      </div>
    </section>
  )
}

function describeStories(stories: Story[]): string | undefined {
  if (stories.every(({ isIllustrative }) => isIllustrative)) {
    return 'These stories are made up to show how a package works. They’re not customer reviews.'
  }
  if (!stories.some(({ isIllustrative }) => isIllustrative)) return undefined
  return 'Stories marked “Illustrative story” are made up to show how a package works. They’re not customer reviews. The others are about our members.'
}

/** On a phone, how it came about is folded: the result comes first. */
function StorySlide({ story }: { story: Story }) {
  return (
    <div className="grid h-full content-start gap-x-16 gap-y-4 rounded-md bg-ground p-5 sm:p-10 md:grid-cols-[2fr_3fr]">
      <div>
        {story.isIllustrative ? (
          <Badge tone="info" className="mb-3 md:mb-5">
            Illustrative story
          </Badge>
        ) : null}
        <h3 className="text-xl md:text-3xl">{story.title}</h3>
      </div>
      <div className="grid content-start gap-4 md:gap-5">
        <PhoneDetails
          heading={<span className="font-medium md:sr-only">How it started, and our work</span>}
          summaryClass="min-h-11"
        >
          <dl className="grid gap-4 md:gap-5">
            <StoryPart name="Starting point" text={story.start} />
            <StoryPart name="Our work" text={story.work} />
          </dl>
        </PhoneDetails>
        <dl className="grid gap-4 md:gap-5">
          <StoryPart name="The result" text={story.result} />
          {story.quote ? <Quote {...story.quote} /> : null}
        </dl>
      </div>
    </div>
  )
}

function StoryPart({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="mt-1 max-w-prose text-muted">{text}</dd>
    </div>
  )
}

/** The member's own words, and how they came to be published. */
function Quote({ text, firstName }: NonNullable<Story['quote']>) {
  return (
    <div>
      <dt className="font-semibold">In {firstName}’s words</dt>
      <dd className="mt-1 max-w-prose">
        <blockquote className="border-l-4 border-primary pl-4">{text}</blockquote>
        <p className="mt-2 text-sm text-muted">
          {firstName} wrote this after a session and let us publish it. We wrote the rest of this story.
        </p>
      </dd>
    </div>
  )
}
