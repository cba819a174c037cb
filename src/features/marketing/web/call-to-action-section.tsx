import { ButtonLink } from '#platform/web/ui/button.tsx'
import { RingsIllustration } from './rings-illustration.tsx'

export function CallToActionSection({ title, text }: { title: string; text: string }) {
  return (
    <section className="container-page pb-20 md:pb-28">
      <div className="relative overflow-hidden on-amber rounded-md px-6 py-14 sm:px-12 md:py-18 lg:px-16">
        <svg
          aria-hidden="true"
          viewBox="0 0 400 400"
          className="absolute -right-24 -bottom-40 hidden h-120 max-w-none sm:block"
        >
          <RingsIllustration x={200} y={200} minRadius={44} step={38} />
        </svg>
        <div className="relative max-w-xl">
          <h2 className="text-3xl sm:text-[2.5rem]">{title}</h2>
          <p className="mt-5 max-w-md text-lg">{text}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/register" variant="secondary" className="member:hidden">
              Create your account
            </ButtonLink>
            <ButtonLink to="/portal/dashboard" variant="secondary" className="visitor:hidden">
              Open your dashboard
            </ButtonLink>
            <ButtonLink to="/contact" variant="quiet">
              Contact us
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}
