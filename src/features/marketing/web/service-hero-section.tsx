import type { ReactNode } from 'react'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { FilmLink, type FilmName } from './film-dialog.tsx'

type ServiceHeroProps = {
  service: string
  film: FilmName
  title: string
  text: string
  /** "from £34.80 per month incl. VAT" */
  price: ReactNode
  drawing: ReactNode
}

export function ServiceHeroSection({ service, film, title, text, price, drawing }: ServiceHeroProps) {
  return (
    <div className="overflow-hidden bg-secondary bg-linear-to-tr from-secondary-deep via-secondary to-secondary-soft text-white">
      <div className="container-page grid items-center gap-x-8 gap-y-4 pt-14 md:min-h-[34rem] md:grid-cols-2 md:py-16">
        <div className="relative z-10">
          <h1>
            <span className="flex items-center gap-3 text-base font-semibold tracking-normal text-primary before:h-px before:w-10 before:bg-primary">
              {service}
            </span>{' '}
            <span className="mt-5 block text-[2.25rem] leading-[1.1] sm:text-5xl lg:text-[3.5rem]">{title}</span>
          </h1>
          <p className="mt-6 max-w-md text-lg text-on-dark">{text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink to="#packages">See the packages</ButtonLink>
            <FilmLink name={film} service={service} />
          </div>
          <p className="mt-4">{price}</p>
        </div>
        <div className="h-64 sm:h-80 md:h-auto">{drawing}</div>
      </div>
    </div>
  )
}
