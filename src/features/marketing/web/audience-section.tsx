import { SectionHeading } from '#platform/web/ui/section-heading.tsx'

type Audience = { who: string; need: string }

export function AudienceSection({ title, audiences }: { title: string; audiences: Audience[] }) {
  return (
    <section className="container-page grid gap-x-16 gap-y-10 py-20 md:grid-cols-[2fr_3fr] md:py-28">
      <SectionHeading name="Who it is for" title={title} className="md:sticky md:top-28 md:self-start" />
      <dl className="md:pt-9">
        {audiences.map(({ who, need }) => (
          <div
            key={who}
            className="grid gap-x-8 gap-y-1 border-t border-line py-6 last:border-b sm:grid-cols-[2fr_3fr]"
          >
            <dt className="text-lg font-semibold leading-snug">{who}</dt>
            <dd className="text-muted">{need}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
