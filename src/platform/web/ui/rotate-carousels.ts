/** SPEC §2: how long a slide is shown. */
const SLIDE_MS = 5_000

/**
 * Moves every carousel on the page to its next slide, unless it is paused, pointed at or used by keyboard, or the user
 * prefers reduced motion.
 */
export function rotateCarousels(): void {
  for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) rotate(carousel)
}

function rotate(carousel: HTMLElement): void {
  const dots = [...carousel.querySelectorAll<HTMLInputElement>('.carousel-dot input')]
  const slides = carousel.querySelector<HTMLElement>('.carousel-slides')
  const controls = carousel.querySelector<HTMLElement>('.carousel-controls')
  const pauseButton = controls?.querySelector('button')
  if (!slides || !controls || !pauseButton) return
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let isPaused = false
  let isSuspended = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const update = () => {
    clearTimeout(timer)
    const canRun = !reducedMotion.matches && dots.length > 1
    const isRunning = canRun && !isPaused && !isSuspended
    pauseButton.hidden = !canRun
    pauseButton.setAttribute('aria-label', isPaused ? 'Play slides' : 'Pause slides')
    pauseButton.toggleAttribute('data-paused', isPaused)
    slides.setAttribute('aria-live', isRunning ? 'off' : 'polite')
    if (isRunning) timer = setTimeout(showNext, SLIDE_MS)
  }
  const showNext = () => {
    const next = dots[(dots.findIndex(({ checked }) => checked) + 1) % dots.length]
    if (next) next.checked = true
    update()
  }
  const suspend = (suspended: boolean) => {
    isSuspended = suspended
    update()
  }

  pauseButton.addEventListener('click', () => {
    isPaused = !isPaused
    suspend(false)
  })
  carousel.addEventListener('change', update)
  carousel.addEventListener('focusin', ({ target }) => {
    if ((target as Element).matches(':focus-visible')) suspend(true)
  })
  carousel.addEventListener('focusout', () => suspend(false))
  controls.addEventListener('pointerenter', () => suspend(true))
  controls.addEventListener('pointerleave', () => suspend(false))
  reducedMotion.addEventListener('change', update)
  update()
}
