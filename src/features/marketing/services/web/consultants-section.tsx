import type { Package } from '#features/catalogue/contract.ts'
import { isCall } from '#features/catalogue/rules/line-timing.ts'
import { ConsultantPicture } from '#features/consultants/web/public.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'

export type ServiceConsultant = {
  id: string
  displayName: string
  jobTitle: string | null
  /** In English. */
  languages: string[]
  picture: string | null
  /** A day in London, or null if no slot is free soon. */
  freeOn: string | null
}

type ConsultantsSectionProps = {
  consultants: ServiceConsultant[]
  /** Those that members use with them. Free days are only for packages with calls. */
  packages?: Package[]
}

/** The published consultants who advise on a service. */
export function ConsultantsSection({ consultants, packages = [] }: ConsultantsSectionProps) {
  if (consultants.length === 0) return null
  const withCalls = packages.filter(({ lines }) => lines.some(isCall))
  const areFreeDaysForAll = withCalls.length === packages.length
  return (
    <section className="container-page py-8 md:py-20">
      <SectionHeading
        name="Our Consultants"
        title="Who you’ll work with"
        lead={
          withCalls.length > 0 && !areFreeDaysForAll
            ? `“Next free” is for calls, which only ${formatList(withCalls.map(({ title }) => title))} includes.`
            : undefined
        }
      />
      <ul className="mt-4 grid gap-x-12 gap-y-6 sm:grid-cols-2 md:mt-12 md:gap-y-8 md:grid-cols-3">
        {consultants.map((consultant) => (
          <li
            key={consultant.id}
            className="grid grid-cols-[min(5.5rem,24vw)_minmax(0,1fr)] items-start gap-x-[min(1.25rem,4vw)]"
          >
            {/* As in `Picture`: it waits until the visitor scrolls. */}
            <div className="aspect-square unscrolled:[content-visibility:auto]">
              <ConsultantPicture consultant={consultant} isFarDown className="text-4xl" />
            </div>
            <div>
              <h3 className="text-lg tracking-normal">{consultant.displayName}</h3>
              {consultant.jobTitle ? <p className="text-muted">{consultant.jobTitle}</p> : null}
              <p className="mt-1 text-[0.9375rem] text-muted">Speaks {formatList(consultant.languages)}</p>
              {consultant.freeOn && withCalls.length > 0 ? (
                <p className="mt-1 text-[0.9375rem] font-medium">
                  Next free: <time dateTime={consultant.freeOn}>{formatShortDay(consultant.freeOn)}</time>
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4 md:mt-8">
        <Link to="/consultants" className="link link-alone font-medium">
          More about our consultants
        </Link>
      </p>
    </section>
  )
}

const formatList = (items: string[]) => new Intl.ListFormat('en-GB').format(items)

const shortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

/** "Tue 1 Dec", for a day such as "2026-12-01". Some browsers put a comma after the weekday, others do not. */
function formatShortDay(day: string): string {
  return shortDay.format(new Date(`${day}T12:00:00Z`)).replace(',', '')
}
