/** A form on the page that may have unsaved changes. */
type Guarded = {
  hasChanges: () => boolean
  showsMistakes: () => boolean
  settle: () => void
  hold: (isSending: boolean) => void
}

const guardedForms = new Set<Guarded>()

/** Submitted forms without an answer yet, the latest last. A dialog that asks before sending has another form. */
let sent: Guarded[] = []

/** True if leaving this page would lose changes. */
export function hasUnsaved(): boolean {
  return [...guardedForms].some(({ hasChanges }) => hasChanges())
}

/** Marks all changes as discarded, so that leaving asks no more until the next change. */
export function discardUnsaved(): void {
  for (const form of guardedForms) form.settle()
}

let ask: ((leave: () => void) => void) | undefined

/** Registers the guard that asks before leaving without router navigation. @returns a function that removes it */
export function onLeave(asked: (leave: () => void) => void): () => void {
  ask = asked
  return () => {
    ask = undefined
  }
}

/** Leaves immediately, or after the guard has asked. */
export function leaveSafely(leave: () => void): void {
  if (ask && hasUnsaved()) ask(leave)
  else leave()
}

/**
 * Asks before a form's changes are lost, even when the tab is closed. Changes are found by comparing the fields with
 * their values before the first input or since the last save. The fields keep what was sent until it is answered.
 * @param isChanged set if the form's state is not in its fields
 * @param onSending called to make text fields read-only and to release them
 * @returns a function that removes the guard
 */
export function guardForm(
  form: HTMLFormElement,
  isChanged: () => boolean | undefined,
  onSending: (isSending: boolean) => void,
): () => void {
  let before: string | undefined
  let wasTyped = false
  let isHeld = false
  const self: Guarded = {
    hasChanges: () => isChanged() ?? (wasTyped || (before !== undefined && valuesOf(form) !== before)),
    showsMistakes: () => form.querySelector('[aria-invalid="true"]') !== null,
    settle: () => {
      before = undefined
      wasTyped = false
    },
    hold: (isSending) => {
      isHeld = isSending
      onSending(isSending)
    },
  }
  const over = new AbortController()
  const { signal } = over
  const touch = () => {
    before ??= valuesOf(form)
  }
  // Runs before any input takes effect, from keyboard, mouse or autofill.
  for (const type of ['focusin', 'pointerdown', 'keydown', 'beforeinput'])
    form.addEventListener(type, touch, { capture: true, signal })
  // Choices cannot be read-only.
  const holdChoice = (event: Event) => {
    const isClick = event.type === 'click' && event.target instanceof HTMLInputElement
    const isTab = event instanceof KeyboardEvent && event.key === 'Tab'
    if (!isHeld || isTab || !(isClick || event.target instanceof HTMLSelectElement)) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['click', 'mousedown', 'keydown'])
    form.addEventListener(type, holdChoice, { capture: true, signal })
  const note = ({ target }: Event) => {
    sent = sent.filter((other) => other !== self)
    // A file field may be empty again after its upload, and some programs type without any earlier event.
    if (before === undefined || (target instanceof HTMLInputElement && target.type === 'file')) wasTyped = true
  }
  form.addEventListener('input', note, { signal })
  const send = () => {
    sent = [...sent.filter((other) => other !== self), self]
  }
  form.addEventListener('submit', send, { signal })
  const warn = (event: BeforeUnloadEvent) => {
    if (self.hasChanges()) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn, { signal })
  guardedForms.add(self)
  return () => {
    over.abort()
    guardedForms.delete(self)
    sent = sent.filter((other) => other !== self)
  }
}

/**
 * Connects a changing call to the form submitted last, whose changes are saved once the call succeeds. A form that
 * shows errors by then was not sent at all.
 * @returns a function to report the outcome
 */
export function trackSave(method: string): (isGranted: boolean) => void {
  const form = method === 'GET' ? undefined : sent.at(-1)
  form?.hold(true)
  return (isGranted) => {
    if (!form) return
    form.hold(false)
    if (isGranted && !form.showsMistakes()) form.settle()
    sent = sent.filter((other) => other !== form)
  }
}

function valuesOf(form: HTMLFormElement): string {
  return JSON.stringify(Array.from(form.elements, fieldValue))
}

function fieldValue(element: Element): string | boolean | null {
  if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return element.value
  if (!(element instanceof HTMLInputElement)) return null
  return element.type === 'checkbox' || element.type === 'radio' ? element.checked : element.value
}
