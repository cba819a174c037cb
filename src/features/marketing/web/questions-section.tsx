import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { SectionHeading } from '#platform/web/ui/section-heading.tsx'
import type { Question } from './page-meta.ts'

export function QuestionsSection({ questions }: { questions: Question[] }) {
  return (
    <section className="container-page grid gap-x-16 gap-y-10 py-20 md:grid-cols-[2fr_3fr] md:py-28">
      <div className="md:sticky md:top-28 md:self-start">
        <SectionHeading name="Questions" title="Asked before buying" />
        <p className="mt-5 text-muted">
          Something else?{' '}
          <Link to="/contact" className="link font-medium text-ink">
            Ask us
          </Link>
          , before you pay for anything.
        </p>
      </div>
      <div className="md:pt-9">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-t border-line last:border-b">
            <summary className="flex cursor-pointer list-none items-start justify-between gap-6 py-5 text-lg font-medium leading-snug [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden="true"
                className="mt-0.5 size-5 shrink-0 transition-transform group-open:rotate-45 motion-reduce:transition-none"
              />
            </summary>
            <p className="max-w-prose pb-6 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
