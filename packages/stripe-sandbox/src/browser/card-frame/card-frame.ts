import type { CardElementType, CardRequest, CardResult, ElementOptions, FromFrame, ToFrame } from '../frame-messages.ts'
import { type CardValues, type FieldName, type FieldVerdict, findBrand, judgeField } from './card-rules.ts'
import { digitFormats, reformat } from './digit-input.ts'
import { exchangeCard } from './exchange-card.ts'
import { applyStyle, loadFonts } from './frame-style.ts'
import { SiblingFields } from './sibling-fields.ts'

/** The frame for the card details. Its origin is the sandbox, so the shop's page cannot read the input. */

const fieldsByType: Record<CardElementType, FieldName[]> = {
  card: ['number', 'expiry', 'code', 'postalCode'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['code'],
}

const settings = new URLSearchParams(location.hash.slice(1))
const shopOrigin = settings.get('parent') ?? ''
const elementType = (settings.get('type') ?? 'card') as CardElementType

const values: CardValues = { number: '', expiry: '', code: '', postalCode: '' }
/** Fields that have lost the focus. If one of them is incomplete, that counts as an error. */
const leftFields = new Set<FieldName>()
let isPostalCodeHidden = false

const allFields: FieldName[] = ['number', 'expiry', 'code', 'postalCode']

function getInput(name: FieldName): HTMLInputElement {
  return document.getElementById(name) as HTMLInputElement
}

function fieldsInUse(): FieldName[] {
  return fieldsByType[elementType].filter((name) => name !== 'postalCode' || !isPostalCodeHidden)
}

function postToShop(message: FromFrame): void {
  window.parent.postMessage(message, shopOrigin)
}

function judge(name: FieldName): FieldVerdict {
  return judgeField(name, values, new Date())
}

/** The first error that may already be shown. */
function visibleError() {
  const mistaken = fieldsInUse().find((name) => {
    const { state } = judge(name)
    return state === 'invalid' || (state === 'incomplete' && leftFields.has(name))
  })
  return mistaken && judge(mistaken).error
}

function postChange(): void {
  const names = fieldsInUse()
  for (const name of names) markInvalid(name)
  const brand = findBrand(values.number)
  const badge = document.getElementById('brand')
  if (badge) badge.textContent = brand.title
  siblings?.tellValue()
  postToShop({
    kind: 'change',
    change: {
      empty: names.every((name) => values[name] === ''),
      complete: names.every((name) => judge(name).state === 'complete'),
      error: visibleError(),
      ...(names.includes('number') ? { brand: brand.name } : {}),
      ...(elementType === 'card' ? { value: { postalCode: values.postalCode } } : {}),
    },
  })
}

function markInvalid(name: FieldName): void {
  const { state } = judge(name)
  const isMistake = state === 'invalid' || (state === 'incomplete' && leftFields.has(name))
  getInput(name).setAttribute('aria-invalid', String(isMistake))
}

function onInput(name: FieldName, event: Event): void {
  const input = getInput(name)
  const isDeletion = event instanceof InputEvent && event.inputType.startsWith('delete')
  const format = digitFormats[name]
  const before = values[name]
  values[name] = format ? reformat(input, format, values, before, isDeletion) : input.value
  leftFields.delete(name)
  postChange()
  const becameComplete = judge(name).state === 'complete' && values[name] !== before
  if (becameComplete && !isDeletion && format) findNeighbour(name, 1)?.focus()
}

function findNeighbour(name: FieldName, step: 1 | -1): HTMLInputElement | undefined {
  const names = fieldsInUse()
  const neighbour = names[names.indexOf(name) + step]
  return neighbour && getInput(neighbour)
}

function onKey(name: FieldName, event: KeyboardEvent): void {
  if (event.key === 'Escape') postToShop({ kind: 'escape' })
  if (event.key === 'Enter') postToShop({ kind: 'submit' })
  if (event.key === 'Backspace' && values[name] === '') findNeighbour(name, -1)?.focus()
}

function onLeave(name: FieldName): void {
  leftFields.add(name)
  postChange()
}

/** The required length of the code depends on the brand, which is known only from the number in another frame. */
function onSiblingValue(name: FieldName, value: string): void {
  const before = findBrand(values.number)
  values[name] = value
  if (elementType === 'cardCvc' && name === 'number' && findBrand(value) !== before) postChange()
}

function applyOptions({ fonts, style, disabled, hidePostalCode, value, ...lone }: ElementOptions): void {
  if (fonts) void loadFonts(fonts).then(postHeight)
  if (style) applyStyle(style)
  if (hidePostalCode !== undefined) isPostalCodeHidden = hidePostalCode
  if (value?.postalCode !== undefined) values.postalCode = getInput('postalCode').value = value.postalCode
  for (const name of allFields) {
    const input = getInput(name)
    const field = input.closest<HTMLElement>('.field')
    if (field) field.hidden = !fieldsInUse().includes(name)
    if (disabled !== undefined) input.disabled = disabled
  }
  if (elementType !== 'card') applyLoneOptions(lone)
  postHeight()
}

/** A split field has room for an example. It shows the brand only with `showIcon`. */
function applyLoneOptions({ placeholder, showIcon = false }: ElementOptions): void {
  const [name = 'number'] = fieldsInUse()
  const example = name === 'number' ? '1234 1234 1234 1234' : getInput(name).placeholder
  getInput(name).placeholder = placeholder ?? example
  const badge = document.getElementById('brand')
  if (badge) badge.hidden = !showIcon
}

function clear(): void {
  for (const name of allFields) values[name] = getInput(name).value = ''
  leftFields.clear()
  postChange()
}

async function answer(request: CardRequest): Promise<void> {
  postToShop({ kind: 'result', id: request.id, result: await resultFor(request) })
}

async function resultFor(request: CardRequest): Promise<CardResult> {
  const card = await collectCard(request)
  for (const name of fieldsInUse()) leftFields.add(name)
  for (const name of cardFields()) {
    const { error } = judgeField(name, card, new Date())
    if (error) {
      postChange()
      return { error }
    }
  }
  return exchangeCard(card, request)
}

async function collectCard(request: CardRequest): Promise<CardValues> {
  if (!siblings) return values
  const otherFields = request.siblings.flatMap((type) => fieldsByType[type])
  return { number: '', expiry: '', code: '', postalCode: '', ...(await siblings.collect(otherFields)) }
}

function cardFields(): FieldName[] {
  return siblings ? ['number', 'expiry', 'code'] : fieldsInUse()
}

/** Connects the split fields of one card. The combined card field has no siblings. */
function joinSiblings(): SiblingFields | undefined {
  const [name] = fieldsByType[elementType]
  if (elementType === 'card' || !name) return undefined
  return new SiblingFields(settings.get('group') ?? '', {
    name,
    value: () => values[name],
    onSubmission: () => onLeave(name),
    onValue: onSiblingValue,
  })
}

function postHeight(): void {
  const content = document.getElementById('fields')
  if (content) postToShop({ kind: 'height', pixels: Math.ceil(content.getBoundingClientRect().height) })
}

/**
 * Handles what happened before this script loaded: on a slow network, customers may already have focused the field and
 * typed.
 */
function handleEarlyInput(): void {
  if (document.hasFocus()) postToShop({ kind: 'focus' })
  for (const name of fieldsInUse()) if (getInput(name).value !== '') onInput(name, new Event('input'))
}

function listen(message: MessageEvent<ToFrame>): void {
  if (message.source !== window.parent || message.origin !== shopOrigin) return
  const request = message.data
  if (request.kind === 'options') applyOptions(request.options)
  if (request.kind === 'focus') getInput(fieldsInUse()[0] ?? 'number').focus()
  if (request.kind === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (request.kind === 'clear') clear()
  if (request.kind === 'exchange') void answer(request)
}

for (const name of allFields) {
  const input = getInput(name)
  input.addEventListener('input', (event) => onInput(name, event))
  input.addEventListener('keydown', (event) => onKey(name, event))
  input.addEventListener('blur', () => onLeave(name))
}
document.documentElement.dataset.element = elementType
const siblings = joinSiblings()
window.addEventListener('focus', () => postToShop({ kind: 'focus' }))
window.addEventListener('blur', () => postToShop({ kind: 'blur' }))
window.addEventListener('message', listen)
new ResizeObserver(postHeight).observe(document.documentElement)
applyOptions({})
postToShop({ kind: 'ready' })
handleEarlyInput()
