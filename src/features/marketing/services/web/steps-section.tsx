import { TranscriptDetails } from '../../video/web/transcript-details.tsx'
import type { VideoName } from '../../video/web/video-link.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'
import { SnapList } from '../../web/snap-list.tsx'
import type { Step } from './service-sections.tsx'

/** Numbered steps along a drawn road. */
export function StepsSection({ title, steps, film }: { title: string; steps: Step[]; film: VideoName }) {
  return (
    <section className="bg-secondary text-white">
      <div className="container-page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-4 py-8 md:grid-cols-[2fr_3fr] md:gap-y-10 md:py-20">
        <div className="md:sticky md:top-28 md:self-start">
          <h2>
            <span className="block text-base font-semibold tracking-normal text-primary">How it works</span>{' '}
            <span className="mt-1 block text-2xl leading-tight sm:mt-3 sm:text-[2.5rem] sm:leading-[1.15]">
              {title}
            </span>
          </h2>
        </div>
        <SnapList label="Steps" className="md:pt-9">
          <ol className="narrow:flex">
            {steps.map((step, index) => (
              <li
                key={step.title}
                className="relative grid grid-cols-[44px_1fr] gap-x-[min(1.25rem,5vw)] pb-10 before:absolute before:top-[44px] before:bottom-0 before:left-[21px] before:border-l-2 before:border-dashed before:border-field last:pb-0 last:before:hidden narrow:block narrow:w-[72vw] narrow:max-w-80 narrow:shrink-0 narrow:snap-start narrow:pr-6 narrow:pb-0 narrow:before:top-[21px] narrow:before:right-0 narrow:before:bottom-auto narrow:before:left-[44px] narrow:before:border-t-2"
              >
                <span
                  aria-hidden="true"
                  className="grid size-[44px] place-items-center rounded-full bg-primary font-semibold text-secondary-deep"
                >
                  {index + 1}
                </span>
                <div className="pt-2 narrow:pt-4">
                  <h3 className="text-xl max-md:text-[min(1.125rem,7.5vw)]">{step.title}</h3>
                  <p className="mt-2 max-w-prose text-on-dark max-md:text-[0.9375rem]">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
        </SnapList>
        <TranscriptDetails name={film} className="md:col-start-2" />
      </div>
    </section>
  )
}

/** What the member does, so that nobody finds out after paying. */
export function YourPartSection({ tasks }: { tasks: Step[] }) {
  if (tasks.length === 0) return null
  return (
    <section className="container-page grid gap-x-16 gap-y-4 py-8 md:grid-cols-[2fr_3fr] md:py-20">
      <SectionHeading name="Your part" title="What do I have to do?" className="md:sticky md:top-28 md:self-start" />
      <dl className="md:pt-9">
        {tasks.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-8 gap-y-1 border-t border-line py-3 last:border-b md:grid-cols-[2fr_3fr] md:py-5"
          >
            <dt className="font-semibold leading-snug md:text-lg">{title}</dt>
            <dd className="text-muted max-md:text-[0.9375rem]">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
