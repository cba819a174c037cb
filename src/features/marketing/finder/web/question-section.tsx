import { ArrowRight } from 'lucide-react'
import { servicePictures, services } from '#features/catalogue/web/public.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Picture } from '#platform/web/ui/picture.tsx'
import { branches, firstPage, type QuestionStep } from '../rules/recommendation.ts'

/** A question, whose answers are links to the next one. */
export function QuestionSection({ step }: { step: QuestionStep }) {
  return (
    <div className="container-page pt-12 pb-10 md:pt-16 md:pb-24">
      <Progress number={step.number} />
      <h1 className="mt-6 max-w-3xl text-[min(2.25rem,11vw)] leading-[1.1] sm:text-5xl">{step.question}</h1>
      {step.hint ? <p className="mt-4 max-w-prose text-lg text-muted">{step.hint}</p> : null}
      {step.branch ? <Answers step={step} /> : <Services step={step} />}
      <p className="mt-10 max-w-prose text-muted">
        {step.back ? (
          <>
            <Link to={step.back} className="link link-alone font-medium text-ink">
              Back to question {step.number - 1}
            </Link>
            <span className="mx-3" aria-hidden="true">
              ·
            </span>
            <Link to={firstPage} className="link link-alone font-medium text-ink">
              Start again
            </Link>
          </>
        ) : (
          <>
            Four questions, one answer. We don’t keep what you choose: it’s only in the page’s address. None of these?{' '}
            <Link to="/contact" className="link font-medium text-ink">
              Write to us
            </Link>
            .
          </>
        )}
      </p>
    </div>
  )
}

const QUESTION_NUMBERS = [1, 2, 3, 4]

function Progress({ number }: { number: number }) {
  return (
    <div className="max-w-80">
      <p className="font-semibold text-primary-ink">
        Question {number} of {QUESTION_NUMBERS.length}
      </p>
      <div aria-hidden="true" className="mt-2 grid grid-cols-4 gap-1">
        {QUESTION_NUMBERS.map((each) => (
          <span
            key={each}
            className={`h-1.5 rounded-full forced-colors:border ${each <= number ? 'bg-primary forced-colors:bg-[Highlight]' : 'bg-line'}`}
          />
        ))}
      </div>
    </div>
  )
}

function Answers({ step: { choices, branch } }: { step: QuestionStep }) {
  return (
    <div className="mt-8 grid items-start gap-x-16 gap-y-10 md:mt-10 md:grid-cols-[3fr_2fr]">
      <ul className="grid gap-4">
        {choices.map(({ label, page }) => (
          <li
            key={page}
            className="group relative flex min-h-20 items-center justify-between gap-[min(1rem,4.2vw)] rounded-md border border-field bg-surface px-[min(1.25rem,5.2vw)] py-5 shadow-card card-link"
          >
            <Link
              to={page}
              className="text-[min(1.125rem,8vw)] font-medium leading-snug after:absolute after:inset-0 after:rounded-md"
            >
              {label}
            </Link>
            <Arrow />
          </li>
        ))}
      </ul>
      {branch ? (
        <Picture
          name={servicePictures[branch.serviceType]}
          alt=""
          sizes="(max-width: 56.24rem) 60vw, 24rem"
          className="aspect-5/2 rounded-md md:aspect-4/3"
        />
      ) : null}
    </div>
  )
}

/** The first answer chooses the service, so each has its service's picture, which gives way to enlarged text. */
function Services({ step: { choices } }: { step: QuestionStep }) {
  return (
    <ul className="mt-8 grid gap-5 md:mt-10 md:grid-cols-3 md:gap-6">
      {choices.map(({ label, page }, index) => {
        const { serviceType } = branches[index] as (typeof branches)[number]
        return (
          <li
            key={page}
            className="group relative grid grid-cols-[clamp(0px,calc(100%-11rem),min(7rem,30%))_minmax(0,1fr)] overflow-hidden rounded-md border border-field bg-surface shadow-card card-link md:grid-cols-1 print:grid-cols-1"
          >
            <Picture
              name={servicePictures[serviceType]}
              alt=""
              sizes="(max-width: 56.24rem) 12rem, 23rem"
              className="h-full md:aspect-video md:h-auto"
            />
            <div className="flex items-center justify-between gap-[min(1rem,4.2vw)] p-[min(1.25rem,5.2vw)] md:p-6">
              <p>
                <Link
                  to={page}
                  className="text-[min(1.125rem,8vw)] font-medium leading-snug after:absolute after:inset-0 after:rounded-md"
                >
                  “{label}.”
                </Link>
                <span className="mt-1 block text-sm font-semibold text-primary-ink">{services[serviceType].name}</span>
              </p>
              <Arrow />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Arrow() {
  return (
    <ArrowRight
      aria-hidden="true"
      className="size-5 shrink-0 transition-transform group-hover:translate-x-1 motion-reduce:transition-none"
    />
  )
}
