import './carousel.css'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'

/** SPEC §2: how long a slide is shown. */
const SLIDE_MS = 5_000

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
 * so that selecting a slide works without scripts. The script only moves the selection.
 */
export function Carousel({ label, slides, controlsClass, className }: CarouselProps) {
  const group = useId()
  const rotation = useRotation(slides.length)
  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={classNames('carousel', className)}
      onFocus={({ target }) => target.matches(':focus-visible') && rotation.suspend()}
      onBlur={rotation.resume}
    >
      <div className="carousel-slides" aria-live={rotation.isRunning ? 'off' : 'polite'}>
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
      <div
        className={classNames('carousel-controls', controlsClass)}
        onPointerEnter={rotation.suspend}
        onPointerLeave={rotation.resume}
      >
        <fieldset className="carousel-dots">
          <legend className="sr-only">Choose a slide</legend>
          {slides.map(({ name }, index) => (
            <label key={name} className="carousel-dot">
              <input
                type="radio"
                name={group}
                checked={index === rotation.current}
                onChange={() => rotation.select(index)}
                className="sr-only"
              />
              <span className="sr-only">{name}</span>
            </label>
          ))}
        </fieldset>
        {rotation.canRun ? <PauseButton isPaused={rotation.isPaused} onToggle={rotation.togglePause} /> : null}
      </div>
    </section>
  )
}

function PauseButton({ isPaused, onToggle }: { isPaused: boolean; onToggle: () => void }) {
  const Icon = isPaused ? Play : Pause
  return (
    <button
      type="button"
      aria-label={isPaused ? 'Play slides' : 'Pause slides'}
      onClick={onToggle}
      className="grid size-11 cursor-pointer place-items-center rounded-full"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}

/**
 * Moves to the next slide unless the carousel is paused, pointed at or used by keyboard, or the user prefers reduced
 * motion.
 */
function useRotation(count: number) {
  const [current, setCurrent] = useState(0)
  const [isPaused, setIsPaused] = useState(false)
  const [isSuspended, setIsSuspended] = useState(false)
  const canRun = !usePrefersReducedMotion() && count > 1
  const isRunning = canRun && !isPaused && !isSuspended

  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setCurrent((current + 1) % count), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [isRunning, current, count])

  return {
    current,
    select: setCurrent,
    canRun,
    isRunning,
    isPaused,
    togglePause: () => {
      setIsPaused(!isPaused)
      setIsSuspended(false)
    },
    suspend: () => setIsSuspended(true),
    resume: () => setIsSuspended(false),
  }
}

const query = '(prefers-reduced-motion: reduce)'

/** True on the server, so that nothing moves before the user's preference is known. */
function usePrefersReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => true,
  )
}

function subscribe(onChange: () => void) {
  const mediaQuery = matchMedia(query)
  mediaQuery.addEventListener('change', onChange)
  return () => mediaQuery.removeEventListener('change', onChange)
}
