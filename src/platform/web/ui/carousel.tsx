import { Pause, Play } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type Slide = { name: string; content: ReactNode }

type CarouselProps = {
  /** Describes the slides to screen readers. */
  label: string
  slides: Slide[]
  /** Classes for the container of the dots and the pause button. */
  controlsClass?: string
  className?: string
}

/**
 * Slides that fade from one to the next. The dots are radio buttons, and the style sheet shows the checked one's slide,
 * so that selecting a slide works without scripts. `rotateCarousels` only moves the selection.
 */
export function Carousel({ label, slides, controlsClass, className }: CarouselProps) {
  const group = useId()
  return (
    <section aria-roledescription="carousel" aria-label={label} className={classNames('carousel', className)}>
      <div className="carousel-slides" aria-live="polite">
        {slides.map(({ name, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is no group of form fields
          <div
            key={name}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${name}`}
            className="carousel-slide"
          >
            {content}
          </div>
        ))}
      </div>
      <div className={classNames('carousel-controls', controlsClass)}>
        <fieldset className="carousel-dots">
          <legend className="sr-only">Choose a slide</legend>
          {slides.map(({ name }, index) => (
            <label key={name} className="carousel-dot">
              <input type="radio" name={group} defaultChecked={index === 0} className="sr-only" />
              <span className="sr-only">{name}</span>
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          hidden
          aria-label="Pause slides"
          className="group grid size-11 cursor-pointer place-items-center rounded-full [&[hidden]]:hidden"
        >
          <Pause aria-hidden="true" className="size-5 group-data-paused:hidden" />
          <Play aria-hidden="true" className="hidden size-5 group-data-paused:block" />
        </button>
      </div>
    </section>
  )
}
