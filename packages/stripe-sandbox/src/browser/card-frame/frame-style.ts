import type { ElementOptions, ShopFont } from '../frame-messages.ts'

/**
 * The shop's `style` option as custom properties, because the content security policy forbids style attributes in
 * markup.
 */
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

/** If a font fails to load, the fields use the next font in their font family list. */
export async function loadFonts(fonts: ShopFont[]): Promise<void> {
  const faces = fonts.map(({ family, src, ...descriptors }) => new FontFace(family, src, descriptors))
  for (const face of faces) document.fonts.add(face)
  await Promise.allSettled(faces.map((face) => face.load()))
}

function setProperty(style: CSSStyleDeclaration, property: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'number') style.setProperty(property, String(value))
}

function nested(variant: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = variant[name]
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
