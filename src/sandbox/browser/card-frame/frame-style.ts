import type { ElementOptions } from '../frame-messages.ts'

/** The shop's `style` option, as custom properties that the style sheet uses. Set through the object model: no markup. */
const baseProperties: Record<string, string> = {
  color: '--color',
  fontFamily: '--font-family',
  fontSize: '--font-size',
  fontWeight: '--font-weight',
  letterSpacing: '--letter-spacing',
  lineHeight: '--line-height',
}

export function applyStyle({ base = {}, invalid = {} }: NonNullable<ElementOptions['style']>): void {
  const root = document.documentElement.style
  for (const [name, property] of Object.entries(baseProperties)) setProperty(root, property, base[name])
  setProperty(root, '--placeholder-color', nested(base, '::placeholder').color)
  setProperty(root, '--disabled-color', nested(base, ':disabled').color)
  setProperty(root, '--invalid-color', invalid.color)
}

function setProperty(style: CSSStyleDeclaration, property: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') style.setProperty(property, String(value))
}

function nested(variant: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = variant[name]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
