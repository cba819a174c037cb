import type { ReactNode } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { PictureName } from '#platform/web/ui/picture.tsx'
import { HeroFrame } from './hero-frame.tsx'

type PageHeroSectionProps = {
  /** The page's or the service's name, in small type above the title. */
  name: string
  title: string
  text: ReactNode
  picture: PictureName
  alt: string
  /** Its height next to a page's main purpose, such as a form, is as low as possible. */
  isLow?: boolean
  /** What to do next. */
  children?: ReactNode
}

/** The first screen of a page: its promise, and a picture below or beside it. */
export function PageHeroSection({ name, title, text, picture, alt, isLow = false, children }: PageHeroSectionProps) {
  return (
    <div className="relative overflow-hidden bg-secondary text-white">
      <div
        className={classNames(
          'container-page grid items-center gap-x-8 pt-8 pb-6 md:grid-cols-2 md:py-16',
          isLow ? 'md:min-h-96' : 'md:min-h-[36rem]',
        )}
      >
        <div className="relative z-10 md:pr-8">
          <h1>
            <span className="flex items-center gap-3 text-base font-semibold tracking-normal text-primary before:h-px before:w-10 before:bg-primary">
              {name}
            </span>{' '}
            <span className="mt-3 block text-4xl leading-[1.1] sm:text-5xl md:mt-5 lg:text-[3.5rem]">{title}</span>
          </h1>
          <p className="mt-3 max-w-md text-lg text-on-dark md:mt-6">{text}</p>
          {children}
        </div>
      </div>
      <HeroFrame
        picture={picture}
        alt={alt}
        size="54vw"
        isFirst
        pictureClass={isLow ? 'md:[&_img]:object-[50%_58%]' : undefined}
        className={classNames('md:top-0', isLow ? 'max-sm:min-h-36 sm:min-h-64' : 'max-sm:min-h-64 sm:min-h-112')}
      />
    </div>
  )
}
