import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { RingsIllustration } from './rings-illustration.tsx'

type CallToActionProps = {
  title: string
  text: string
  /** The first button. Without it, visitors can create an account. */
  action?: ReactNode
}

/** The end of a page that people read before they buy: what they can do next. */
export function CallToActionSection({ title, text, action = <AccountLinks /> }: CallToActionProps) {
  return (
    <section className="container-page pb-4 md:pb-24">
      <div className="relative overflow-hidden on-amber rounded-md px-[min(1.25rem,6vw)] py-6 sm:px-12 sm:py-10 md:py-18 lg:px-16">
        <svg
          aria-hidden="true"
          viewBox="0 0 400 400"
          className="absolute -right-24 -bottom-40 hidden h-120 max-w-none sm:block"
        >
          <RingsIllustration x={200} y={200} minRadius={44} step={38} />
        </svg>
        <div className="relative max-w-xl">
          <h2 className="text-2xl sm:text-[2.5rem]">{title}</h2>
          <p className="mt-3 max-w-md sm:mt-5 sm:text-lg">{text}</p>
          <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
            {action}
            <ButtonLink to="/contact" variant="quiet">
              Contact us
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

function AccountLinks() {
  return (
    <>
      <ButtonLink to="/register" variant="secondary" className="member:hidden">
        Create your account
      </ButtonLink>
      <ButtonLink to="/portal/dashboard" variant="secondary" className="visitor:hidden">
        Open your dashboard
      </ButtonLink>
    </>
  )
}

type NextStepProps = { text: ReactNode; to: string; link: string; className?: string }

/** The quiet end of a page that people read for another reason than buying. */
export function NextStep({ text, to, link, className }: NextStepProps) {
  return (
    <section
      aria-labelledby="next-step"
      className={classNames('@container rounded-md bg-primary-soft p-6 sm:p-8 print:hidden', className)}
    >
      <div className="@3xl:flex @3xl:items-center @3xl:justify-between @3xl:gap-8">
        <div>
          <h2 id="next-step" className="text-xl">
            The next step
          </h2>
          <p className="mt-2 max-w-prose">{text}</p>
        </div>
        <ButtonLink to={to} className="mt-5 shrink-0 @3xl:mt-0">
          {link}
        </ButtonLink>
      </div>
    </section>
  )
}
