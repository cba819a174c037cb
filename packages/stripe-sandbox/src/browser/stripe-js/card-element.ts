import type {
  CardChange,
  CardElementType,
  CardRequest,
  CardResult,
  ElementOptions,
  FromFrame,
  ShopFont,
  ToFrame,
} from '../frame-messages.ts'
import { integrationError, sandboxOrigin } from './call-api.ts'

type Handler = (event: object) => void
type EventName = 'ready' | 'change' | 'focus' | 'blur' | 'escape'

interface ShopClasses {
  base?: string
  complete?: string
  empty?: string
  focus?: string
  invalid?: string
}

export type CardElementOptions = ElementOptions & { classes?: ShopClasses }

const defaultClasses = {
  base: 'StripeElement',
  complete: 'StripeElement--complete',
  empty: 'StripeElement--empty',
  focus: 'StripeElement--focus',
  invalid: 'StripeElement--invalid',
}

/** The form around an element, as far as the element needs it. */
interface Surroundings {
  /** Identifies the card that several split fields form. */
  group: string
  fonts: ShopFont[]
  mountedTypes(): CardElementType[]
  onDestroy(): void
}

/** The titles of Stripe.js, which screen readers announce. */
const frameTitles: Record<CardElementType, string> = {
  card: 'Secure card payment input frame',
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
}

/** One element on the shop's page: it creates a frame of the sandbox and exchanges messages with it. */
export class CardElement {
  readonly #type: CardElementType
  readonly #surroundings: Surroundings
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #answers = new Map<string, (result: CardResult) => void>()
  #options: CardElementOptions
  #container: HTMLElement | undefined
  #frame: HTMLIFrameElement | undefined
  #isReady = false
  #waiting: ToFrame[] = []
  #isDestroyed = false

  constructor(type: CardElementType, options: CardElementOptions, surroundings: Surroundings) {
    this.#type = type
    this.#options = options
    this.#surroundings = surroundings
  }

  get isMounted(): boolean {
    return this.#frame !== undefined
  }

  mount(target: string | HTMLElement): void {
    if (this.#isDestroyed) throw integrationError('This Element has already been destroyed. Please create a new one.')
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
    if (!container) throw integrationError(`The selector you specified (${target}) applies to no DOM elements.`)
    this.unmount()
    this.#container = container
    this.#frame = this.#createFrame()
    window.addEventListener('message', this.#listen)
    document.addEventListener('click', this.#followLabel)
    container.replaceChildren(this.#frame)
    this.#setClasses(['base', 'empty'])
  }

  unmount(): void {
    window.removeEventListener('message', this.#listen)
    document.removeEventListener('click', this.#followLabel)
    this.#frame?.remove()
    this.#setClasses([])
    this.#frame = undefined
    this.#container = undefined
    this.#isReady = false
    this.#waiting = []
    const removed: CardResult = {
      error: { type: 'validation_error', message: 'The card field was removed from the page.' },
    }
    for (const resolve of this.#answers.values()) resolve(removed)
    this.#answers.clear()
  }

  destroy(): void {
    this.unmount()
    this.#isDestroyed = true
    this.#surroundings.onDestroy()
  }

  update(options: CardElementOptions): void {
    this.#options = { ...this.#options, ...options }
    this.#post({ kind: 'options', options: frameOptions(this.#options) })
  }

  focus(): void {
    this.#frame?.focus()
    this.#post({ kind: 'focus' })
  }

  blur(): void {
    this.#post({ kind: 'blur' })
  }

  clear(): void {
    this.#post({ kind: 'clear' })
  }

  on(name: EventName, handler: Handler): this {
    const handlers = this.#handlers.get(name) ?? new Set()
    this.#handlers.set(name, handlers.add(handler))
    return this
  }

  off(name: EventName, handler?: Handler): this {
    if (handler) this.#handlers.get(name)?.delete(handler)
    else this.#handlers.delete(name)
    return this
  }

  once(name: EventName, handler: Handler): this {
    const once: Handler = (event) => {
      this.off(name, once)
      handler(event)
    }
    return this.on(name, once)
  }

  /** Requests a payment method or token from the frame. The card itself never leaves the frame. */
  exchange(request: Omit<CardRequest, 'kind' | 'id' | 'siblings'>): Promise<CardResult> {
    if (this.#type === 'cardExpiry' || this.#type === 'cardCvc') {
      throw integrationError('Please use the `card` or the `cardNumber` Element: the other fields belong to it.')
    }
    if (!this.#frame) {
      throw integrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      )
    }
    const id = crypto.randomUUID()
    const siblings = this.#surroundings.mountedTypes().filter((type) => type === 'cardExpiry' || type === 'cardCvc')
    return new Promise((resolve) => {
      this.#answers.set(id, resolve)
      this.#post({ ...request, siblings, kind: 'exchange', id })
    })
  }

  #createFrame(): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    const { group } = this.#surroundings
    const settings = new URLSearchParams({ type: this.#type, group, parent: location.origin })
    frame.src = `${sandboxOrigin}/card-frame#${settings}`
    frame.title = frameTitles[this.#type]
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    // Set from script, because a style attribute in markup would violate the shop's content policy.
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '30px', colorScheme: 'light' })
    return frame
  }

  #post(message: ToFrame): void {
    if (this.#isReady) this.#frame?.contentWindow?.postMessage(message, sandboxOrigin)
    else if (this.#frame) this.#waiting.push(message)
  }

  readonly #listen = (message: MessageEvent<FromFrame>): void => {
    if (message.origin !== sandboxOrigin || message.source !== this.#frame?.contentWindow) return
    const update = message.data
    if (update.kind === 'ready') this.#becomeReady()
    if (update.kind === 'change') this.#change(update.change)
    if (update.kind === 'height' && this.#frame) this.#frame.style.height = `${update.pixels}px`
    if (update.kind === 'submit') this.#container?.closest('form')?.requestSubmit()
    if (update.kind === 'result') this.#settle(update.id, update.result)
    if (update.kind === 'focus' || update.kind === 'blur') this.#toggleClass('focus', update.kind === 'focus')
    if (update.kind === 'focus' || update.kind === 'blur' || update.kind === 'escape') this.#fire(update.kind)
  }

  #becomeReady(): void {
    this.#isReady = true
    const waiting = this.#waiting.splice(0)
    const { fonts } = this.#surroundings
    this.#post({ kind: 'options', options: { ...frameOptions(this.#options), fonts } })
    for (const message of waiting) this.#post(message)
    this.#fire('ready')
  }

  #change(change: CardChange): void {
    this.#toggleClass('empty', change.empty)
    this.#toggleClass('complete', change.complete)
    this.#toggleClass('invalid', change.error !== undefined)
    this.#fire('change', change)
  }

  #settle(id: string, result: CardResult): void {
    this.#answers.get(id)?.(result)
    this.#answers.delete(id)
  }

  #fire(name: EventName, more: object = {}): void {
    for (const handler of [...(this.#handlers.get(name) ?? [])]) handler({ elementType: this.#type, ...more })
  }

  /** A click on the container's label focuses the frame, as with an ordinary field. */
  readonly #followLabel = (event: MouseEvent): void => {
    const label = event.target instanceof Element ? event.target.closest('label') : null
    const container = this.#container
    if (!label || !container) return
    if (label.contains(container) || (container.id !== '' && label.htmlFor === container.id)) this.focus()
  }

  #classNames(name: keyof ShopClasses): string[] {
    return (this.#options.classes?.[name] ?? defaultClasses[name]).split(/\s+/).filter((className) => className !== '')
  }

  #toggleClass(name: keyof ShopClasses, isOn: boolean): void {
    for (const className of this.#classNames(name)) this.#container?.classList.toggle(className, isOn)
  }

  #setClasses(names: (keyof ShopClasses)[]): void {
    for (const name of Object.keys(defaultClasses) as (keyof ShopClasses)[])
      this.#toggleClass(name, names.includes(name))
  }
}

/** Only plain data can be posted to the frame. */
function frameOptions(options: CardElementOptions): ElementOptions {
  const { style, disabled, hidePostalCode, placeholder, showIcon, value } = options
  return JSON.parse(JSON.stringify({ style, disabled, hidePostalCode, placeholder, showIcon, value }))
}
