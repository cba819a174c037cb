/** A form on the page that may have unsaved changes. */
type GuardedForm = {
  hasChanges: () => boolean
  showsErrors: () => boolean
  markSaved: () => void
  hold: (isSending: boolean) => void
}

const guardedForms = new Set<GuardedForm>()

/**
 * Submitted forms that have no response yet, with the latest last. A dialog that asks before sending has another form.
 */
let submittedForms: GuardedForm[] = []

/** True if leaving this page would lose changes. */
export function hasUnsaved(): boolean {
  return [...guardedForms].some(({ hasChanges }) => hasChanges())
}

/** Marks all changes as discarded, so that no question is asked on leaving until the next change. */
export function discardUnsaved(): void {
  for (const form of guardedForms) form.markSaved()
}

let askBeforeLeaving: ((leave: () => void) => void) | undefined

/** Registers the guard that asks before leaving without router navigation. @returns a function that removes it */
export function onLeave(guard: (leave: () => void) => void): () => void {
  askBeforeLeaving = guard
  return () => {
    askBeforeLeaving = undefined
  }
}

/** Leaves immediately, or after the guard has asked. */
export function leaveSafely(leave: () => void): void {
  if (askBeforeLeaving && hasUnsaved()) askBeforeLeaving(leave)
  else leave()
}

/**
 * Asks before a form's changes are lost, even when the tab is closed. Changes are found by comparing the fields with
 * their values before the first input or since the last save. The fields keep what was sent until the response arrives.
 * @param isChanged set if the form's state is not in its fields
 * @param onSending called to make text fields read-only, and to make them editable again
 * @returns a function that removes the guard
 */
export function guardForm(
  form: HTMLFormElement,
  isChanged: () => boolean | undefined,
  onSending: (isSending: boolean) => void,
): () => void {
  let initialValues: string | undefined
  let hasInput = false
  let isHeld = false
  const guardedForm: GuardedForm = {
    hasChanges: () => isChanged() ?? (hasInput || (initialValues !== undefined && readValues(form) !== initialValues)),
    showsErrors: () => form.querySelector('[aria-invalid="true"]') !== null,
    markSaved: () => {
      initialValues = undefined
      hasInput = false
    },
    hold: (isSending) => {
      isHeld = isSending
      onSending(isSending)
    },
  }
  const controller = new AbortController()
  const { signal } = controller
  const rememberValues = () => {
    initialValues ??= readValues(form)
  }
  // Runs before any input takes effect, from keyboard, mouse or autofill.
  for (const type of ['focusin', 'pointerdown', 'keydown', 'beforeinput'])
    form.addEventListener(type, rememberValues, { capture: true, signal })
  // Checkboxes, radio buttons and selects cannot be read-only.
  const holdChoice = (event: Event) => {
    const isClick = event.type === 'click' && event.target instanceof HTMLInputElement
    const isTab = event instanceof KeyboardEvent && event.key === 'Tab'
    if (!isHeld || isTab || !(isClick || event.target instanceof HTMLSelectElement)) return
    event.preventDefault()
    event.stopPropagation()
  }
  for (const type of ['click', 'mousedown', 'keydown'])
    form.addEventListener(type, holdChoice, { capture: true, signal })
  const onInput = ({ target }: Event) => {
    submittedForms = submittedForms.filter((other) => other !== guardedForm)
    // A file field may be empty again after its upload, and some programs type without any earlier event.
    if (initialValues === undefined || (target instanceof HTMLInputElement && target.type === 'file')) hasInput = true
  }
  form.addEventListener('input', onInput, { signal })
  const onSubmit = () => {
    submittedForms = [...submittedForms.filter((other) => other !== guardedForm), guardedForm]
  }
  form.addEventListener('submit', onSubmit, { signal })
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (guardedForm.hasChanges()) event.preventDefault()
  }
  window.addEventListener('beforeunload', onBeforeUnload, { signal })
  guardedForms.add(guardedForm)
  return () => {
    controller.abort()
    guardedForms.delete(guardedForm)
    submittedForms = submittedForms.filter((other) => other !== guardedForm)
  }
}

/**
 * Connects a call that changes data to the form submitted last, whose changes are saved once the call succeeds. If the
 * form shows errors by then, it was not sent at all.
 * @returns a function to report the outcome
 */
export function trackSave(method: string): (isGranted: boolean) => void {
  const form = method === 'GET' ? undefined : submittedForms.at(-1)
  form?.hold(true)
  return (isGranted) => {
    if (!form) return
    form.hold(false)
    if (isGranted && !form.showsErrors()) form.markSaved()
    submittedForms = submittedForms.filter((other) => other !== form)
  }
}

function readValues(form: HTMLFormElement): string {
  return JSON.stringify(Array.from(form.elements, fieldValue))
}

function fieldValue(element: Element): string | boolean | null {
  if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) return element.value
  if (!(element instanceof HTMLInputElement)) return null
  return element.type === 'checkbox' || element.type === 'radio' ? element.checked : element.value
}
