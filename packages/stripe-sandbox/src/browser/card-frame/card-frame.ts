import type { CardElementType, CardRequest, CardResult, ElementOptions, FromFrame, ToFrame } from '../frame-messages.ts'
import { brandOf, type CardValues, type FieldName, type FieldVerdict, judgeField } from './card-rules.ts'
import { digitFormats, reformat } from './digit-input.ts'
import { exchangeCard } from './exchange-card.ts'
import { applyStyle, loadFonts } from './frame-style.ts'
import { SiblingFields } from './sibling-fields.ts'

/** The frame for the card details. Its origin is the sandbox, so the shop's page cannot read the input. */

const fieldsOf: Record<CardElementType, FieldName[]> = {
  card: ['number', 'expiry', 'code', 'postalCode'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['code'],
}

const settings = new URLSearchParams(location.hash.slice(1))
const shopOrigin = settings.get('parent') ?? ''
const elementType = (settings.get('type') ?? 'card') as CardElementType

const values: CardValues = { number: '', expiry: '', code: '', postalCode: '' }
/** Fields that have lost the focus. An incomplete value in one of them is a mistake. */
const left = new Set<FieldName>()
let isPostalCodeHidden = false

const allFields: FieldName[] = ['number', 'expiry', 'code', 'postalCode']

function inputOf(name: FieldName): HTMLInputElement {
  return document.getElementById(name) as HTMLInputElement
}

function fieldsInUse(): FieldName[] {
  return fieldsOf[elementType].filter((name) => name !== 'postalCode' || !isPostalCodeHidden)
}

function tell(message: FromFrame): void {
  window.parent.postMessage(message, shopOrigin)
}

function verdictOn(name: FieldName): FieldVerdict {
  return judgeField(name, values, new Date())
}

/** The first mistake that the frame may show now. */
function visibleError() {
  const mistaken = fieldsInUse().find((name) => {
    const { state } = verdictOn(name)
    return state === 'invalid' || (state === 'incomplete' && left.has(name))
  })
  return mistaken && verdictOn(mistaken).error
}

function tellChange(): void {
  const names = fieldsInUse()
  for (const name of names) markInvalid(name)
  const brand = brandOf(values.number)
  const badge = document.getElementById('brand')
  if (badge) badge.textContent = brand.title
  siblings?.tellValue()
  tell({
    kind: 'change',
    change: {
      empty: names.every((name) => values[name] === ''),
      complete: names.every((name) => verdictOn(name).state === 'complete'),
      error: visibleError(),
      ...(names.includes('number') ? { brand: brand.name } : {}),
      ...(elementType === 'card' ? { value: { postalCode: values.postalCode } } : {}),
    },
  })
}

function markInvalid(name: FieldName): void {
  const { state } = verdictOn(name)
  const isMistake = state === 'invalid' || (state === 'incomplete' && left.has(name))
  inputOf(name).setAttribute('aria-invalid', String(isMistake))
}

function onInput(name: FieldName, event: Event): void {
  const input = inputOf(name)
  const isDeletion = event instanceof InputEvent && event.inputType.startsWith('delete')
  const format = digitFormats[name]
  const before = values[name]
  values[name] = format ? reformat(input, format, values, before, isDeletion) : input.value
  left.delete(name)
  tellChange()
  const becameComplete = verdictOn(name).state === 'complete' && values[name] !== before
  if (becameComplete && !isDeletion && format) neighbourOf(name, 1)?.focus()
}

function neighbourOf(name: FieldName, step: 1 | -1): HTMLInputElement | undefined {
  const names = fieldsInUse()
  const neighbour = names[names.indexOf(name) + step]
  return neighbour && inputOf(neighbour)
}

function onKey(name: FieldName, event: KeyboardEvent): void {
  if (event.key === 'Escape') tell({ kind: 'escape' })
  if (event.key === 'Enter') tell({ kind: 'submit' })
  if (event.key === 'Backspace' && values[name] === '') neighbourOf(name, -1)?.focus()
}

function onLeave(name: FieldName): void {
  left.add(name)
  tellChange()
}

/** The length of the code depends on the brand, and the number is in another frame. */
function hearSibling(name: FieldName, value: string): void {
  const before = brandOf(values.number)
  values[name] = value
  if (elementType === 'cardCvc' && name === 'number' && brandOf(value) !== before) tellChange()
}

function applyOptions({ fonts, style, disabled, hidePostalCode, value, ...lone }: ElementOptions): void {
  if (fonts) void loadFonts(fonts).then(tellHeight)
  if (style) applyStyle(style)
  if (hidePostalCode !== undefined) isPostalCodeHidden = hidePostalCode
  if (value?.postalCode !== undefined) values.postalCode = inputOf('postalCode').value = value.postalCode
  for (const name of allFields) {
    const input = inputOf(name)
    const field = input.closest<HTMLElement>('.field')
    if (field) field.hidden = !fieldsInUse().includes(name)
    if (disabled !== undefined) input.disabled = disabled
  }
  if (elementType !== 'card') applyLoneOptions(lone)
  tellHeight()
}

/** A split field has room for an example, and shows the brand only if asked to. */
function applyLoneOptions({ placeholder, showIcon = false }: ElementOptions): void {
  const [name = 'number'] = fieldsInUse()
  const example = name === 'number' ? '1234 1234 1234 1234' : inputOf(name).placeholder
  inputOf(name).placeholder = placeholder ?? example
  const badge = document.getElementById('brand')
  if (badge) badge.hidden = !showIcon
}

function clear(): void {
  for (const name of allFields) values[name] = inputOf(name).value = ''
  left.clear()
  tellChange()
}

async function answer(request: CardRequest): Promise<void> {
  tell({ kind: 'result', id: request.id, result: await resultFor(request) })
}

async function resultFor(request: CardRequest): Promise<CardResult> {
  const card = await wholeCard(request)
  for (const name of fieldsInUse()) left.add(name)
  for (const name of fieldsOfCard()) {
    const { error } = judgeField(name, card, new Date())
    if (error) {
      tellChange()
      return { error }
    }
  }
  return exchangeCard(card, request)
}

async function wholeCard(request: CardRequest): Promise<CardValues> {
  if (!siblings) return values
  const others = request.siblings.flatMap((type) => fieldsOf[type])
  return { number: '', expiry: '', code: '', postalCode: '', ...(await siblings.collect(others)) }
}

function fieldsOfCard(): FieldName[] {
  return siblings ? ['number', 'expiry', 'code'] : fieldsInUse()
}

/** Connects the split fields of one card. The combined card field has no siblings. */
function joinSiblings(): SiblingFields | undefined {
  const [name] = fieldsOf[elementType]
  if (elementType === 'card' || !name) return undefined
  return new SiblingFields(settings.get('group') ?? '', {
    name,
    value: () => values[name],
    onSubmission: () => onLeave(name),
    onValue: hearSibling,
  })
}

function tellHeight(): void {
  const content = document.getElementById('fields')
  if (content) tell({ kind: 'height', pixels: Math.ceil(content.getBoundingClientRect().height) })
}

/** On a slow network, customers focus the field and type before this script has loaded. */
function catchUp(): void {
  if (document.hasFocus()) tell({ kind: 'focus' })
  for (const name of fieldsInUse()) if (inputOf(name).value !== '') onInput(name, new Event('input'))
}

function listen(message: MessageEvent<ToFrame>): void {
  if (message.source !== window.parent || message.origin !== shopOrigin) return
  const request = message.data
  if (request.kind === 'options') applyOptions(request.options)
  if (request.kind === 'focus') inputOf(fieldsInUse()[0] ?? 'number').focus()
  if (request.kind === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (request.kind === 'clear') clear()
  if (request.kind === 'exchange') void answer(request)
}

for (const name of allFields) {
  const input = inputOf(name)
  input.addEventListener('input', (event) => onInput(name, event))
  input.addEventListener('keydown', (event) => onKey(name, event))
  input.addEventListener('blur', () => onLeave(name))
}
document.documentElement.dataset.element = elementType
const siblings = joinSiblings()
window.addEventListener('focus', () => tell({ kind: 'focus' }))
window.addEventListener('blur', () => tell({ kind: 'blur' }))
window.addEventListener('message', listen)
new ResizeObserver(tellHeight).observe(document.documentElement)
applyOptions({})
tell({ kind: 'ready' })
catchUp()
