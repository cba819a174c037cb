import type { ReactNode } from 'react'
import { services } from '#features/catalogue/web/public.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { Consultant } from '../contract.ts'

export function ConsultantList({ consultants }: { consultants: Consultant[] }) {
  return (
    <ul>
      {consultants.map((consultant, index) => (
        <ConsultantEntry key={consultant.id} consultant={consultant} isFarDown={index > 2} />
      ))}
    </ul>
  )
}

function ConsultantEntry({ consultant, isFarDown }: { consultant: Consultant; isFarDown: boolean }) {
  const { displayName, jobTitle, summary, languages } = consultant
  return (
    <li className="grid grid-cols-[min(6.5rem,28vw)_1fr] items-center gap-x-[min(1.25rem,4vw)] gap-y-5 border-t border-line py-10 last:border-b sm:grid-cols-[10rem_1fr] sm:gap-x-8 md:grid-cols-[18rem_1fr] md:grid-rows-[auto_1fr] md:items-start md:gap-x-16 md:py-14">
      <ConsultantPicture consultant={consultant} isFarDown={isFarDown} className="text-5xl md:row-span-2 md:text-8xl" />
      <div>
        <h2 className="text-2xl sm:text-3xl">{displayName}</h2>
        {jobTitle ? <p className="mt-1 text-muted">{jobTitle}</p> : null}
      </div>
      <div className="col-span-full max-w-prose md:col-start-2">
        <p className="whitespace-pre-line">{summary}</p>
        <dl className="mt-6 grid gap-x-10 gap-y-4 sm:grid-cols-2">
          <Fact name="Advises on">
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {consultant.services.map((service) => (
                <li key={service}>
                  <Link to={services[service].page} className="link">
                    {services[service].name}
                  </Link>
                </li>
              ))}
            </ul>
          </Fact>
          <Fact name="Speaks">{languages.map(({ name }) => name).join(', ')}</Fact>
        </dl>
      </div>
    </li>
  )
}

type ConsultantPictureProps = {
  consultant: Pick<Consultant, 'displayName' | 'picture'>
  /** True if visitors have to scroll to it. */
  isFarDown: boolean
  /** The size of the initial that is shown if there is no picture. */
  className: string
}

/** As wide as its container. */
export function ConsultantPicture({
  consultant: { displayName, picture },
  isFarDown,
  className,
}: ConsultantPictureProps) {
  return picture ? (
    <img
      src={picture}
      alt={`Portrait of ${displayName}`}
      width={288}
      height={288}
      loading={isFarDown ? 'lazy' : undefined}
      className={`photograph aspect-square w-full rounded-md bg-line object-cover ${className}`}
    />
  ) : (
    <span
      aria-hidden="true"
      className={`grid aspect-square w-full place-items-center rounded-md bg-line font-semibold ${className}`}
    >
      {[...displayName][0]}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-primary-ink">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
