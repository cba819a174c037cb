import { darken, lighten } from './colour.ts'
import type { Light } from './light.ts'

/** How far a sheet lies above the one below: 0 is a detail of a small object, 1 is glued on, 5 stands in front. */
type Depth = 0 | 1 | 2 | 3 | 4 | 5

const depths = [0, 1, 2, 3, 4, 5] as const

/** A cut sheet. `on` is glued to it and ends at its edge. */
export function sheet(d: string, colour: string, depth: Depth, on = ''): string {
  const fill = colour.startsWith('#') ? wash(colour) : colour
  const glued =
    on && `<clipPath id="${clipName(d)}"><path d="${d}"/></clipPath><g clip-path="url(#${clipName(d)})">${on}</g>`
  return `<g filter="url(#depth-${depth})"><path d="${d}" fill="${fill}"/>${glued}</g>`
}

function clipName(d: string): string {
  let hash = 7
  for (const letter of d) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return `cut-${hash.toString(36)}`
}

/** Several small shapes cut from one sheet, or a detail without a shadow of its own. */
export function flat(d: string, colour: string, opacity = 1): string {
  return `<path d="${d}" fill="${colour}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`
}

export function line(d: string, colour: string, width: number, dashes = ''): string {
  const dashed = dashes && ` stroke-dasharray="${dashes}"`
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dashed}/>`
}

/** Shapes that cast a single shadow together. */
export function raised(depth: Depth, ...parts: string[]): string {
  return `<g filter="url(#depth-${depth})">${parts.join('')}</g>`
}

export function move(x: number, y: number, content: string, { scale = 1, turn = 0, flip = false } = {}): string {
  const size = flip ? `${-scale} ${scale}` : `${scale}`
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${content}</g>`
}

/** A sheet lit from the upper left. */
const wash = (colour: string) => tone(lighten(colour, 0.1), darken(colour, 0.1), 'across')

/** A gradient from one colour at the top to another at the bottom. */
export function tone(top: string, bottom: string, direction: 'down' | 'across' = 'down'): string {
  return `url(#${direction}-${top.slice(1)}-${bottom.slice(1)})`
}

/** Light that spreads from a lamp or the sun. */
export function glow(x: number, y: number, radius: number, colour: string, strength = 0.8): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#glow-${colour.slice(1)})" opacity="${strength}" style="mix-blend-mode:screen"/>`
}

export type Picture = { width: number; height: number; svg: string }

/** The fill of a ray that fades to the right. */
export const beam = (colour: string) => `url(#beam-${colour.slice(1)})`

/** Sheets on a transparent ground, without grain: a layer of a film. `area` is left, top, width and height. */
export function layer([left, top, width, height]: [number, number, number, number], light: Light, content: string) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}">
<defs>${depths.map((depth) => shadow(depth, light)).join('')}${gradients(content)}</defs>${content}</svg>`
}

/** Only the grain and the light that lie over a picture. */
export function surface(width: number, height: number, light: Light): string {
  const whole = `width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${whole}><defs>${grain}${sideLight(light)}</defs><rect ${whole} filter="url(#grain)" opacity="0.2"/><rect ${whole} fill="url(#side-light)" opacity="0.8"/></svg>`
}

/** The whole picture: its sheets, with grain and light over all of them. */
export function picture(width: number, height: number, light: Light, content: string): Picture {
  const whole = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${whole}>
<defs>${depths.map((depth) => shadow(depth, light)).join('')}${gradients(content)}${grain}${sideLight(light)}</defs>
<g style="isolation:isolate">${content}
<rect ${whole} fill="url(#side-light)" style="mix-blend-mode:soft-light"/>
<rect ${whole} filter="url(#grain)" style="mix-blend-mode:soft-light" opacity="${light.isDusk ? 0.24 : 0.3}"/></g></svg>`
  return { width, height, svg }
}

/** A lit upper edge, a shaded lower edge, a tight contact shadow and a wide one. */
function shadow(depth: Depth, { isDusk }: Light): string {
  const edge = 0.4 + depth * 0.34
  const reach = [0.8, 2, 5, 9, 15, 22][depth] ?? 0
  const colour = isDusk ? '#03060f' : '#1b1f3a'
  const [wide, tight] = isDusk ? [0.5, 0.4] : [0.3, 0.26]
  const margin = depth < 3 ? 60 : 20
  return `<filter id="depth-${depth}" x="-${margin}%" y="-${margin}%" width="${100 + 2 * margin}%" height="${100 + 2 * margin}%" color-interpolation-filters="sRGB">
<feGaussianBlur in="SourceAlpha" stdDeviation="${reach * 0.8}"/><feOffset dx="${reach * 0.75}" dy="${reach * 0.55}" result="far"/>
<feFlood flood-color="${colour}" flood-opacity="${wide}"/><feComposite in2="far" operator="in" result="wide"/>
<feGaussianBlur in="SourceAlpha" stdDeviation="${0.4 + reach * 0.14}"/><feOffset dx="${0.3 + reach * 0.17}" dy="${0.4 + reach * 0.16}" result="near"/>
<feFlood flood-color="${colour}" flood-opacity="${tight}"/><feComposite in2="near" operator="in" result="tight"/>
<feOffset in="SourceAlpha" dx="${edge}" dy="${edge * 1.1}" result="low"/><feComposite in="SourceAlpha" in2="low" operator="out" result="upper"/>
<feFlood flood-color="${isDusk ? '#bcd0ff' : '#fffaf0'}" flood-opacity="${isDusk ? 0.2 : 0.44}"/><feComposite in2="upper" operator="in" result="lit"/>
<feOffset in="SourceAlpha" dx="-${edge}" dy="-${edge}" result="high"/><feComposite in="SourceAlpha" in2="high" operator="out" result="lower"/>
<feFlood flood-color="${colour}" flood-opacity="0.22"/><feComposite in2="lower" operator="in" result="shaded"/>
<feMerge><feMergeNode in="wide"/><feMergeNode in="tight"/><feMergeNode in="SourceGraphic"/><feMergeNode in="shaded"/><feMergeNode in="lit"/></feMerge></filter>`
}

/** The gradients that the content refers to. */
function gradients(content: string): string {
  const names = new Set(
    [...content.matchAll(/url\(#((?:down|across|glow|beam)-[-0-9a-f]+)\)/g)].map(([, name = '']) => name),
  )
  return [...names].map(gradient).join('')
}

function gradient(name: string): string {
  const [kind, first, second] = name.split('-')
  if (kind === 'glow') {
    const stop = (offset: number, opacity: number) =>
      `<stop offset="${offset}" stop-color="#${first}" stop-opacity="${opacity}"/>`
    return `<radialGradient id="${name}">${stop(0, 0.95)}${stop(0.25, 0.5)}${stop(0.6, 0.14)}${stop(1, 0)}</radialGradient>`
  }
  if (kind === 'beam') {
    return `<linearGradient id="${name}"><stop stop-color="#${first}" stop-opacity="0.6"/><stop offset="1" stop-color="#${first}" stop-opacity="0"/></linearGradient>`
  }
  const end = kind === 'down' ? 'x2="0" y2="1"' : 'x2="0.7" y2="1"'
  return `<linearGradient id="${name}" x1="0" y1="0" ${end}><stop stop-color="#${first}"/><stop offset="1" stop-color="#${second}"/></linearGradient>`
}

/** Cotton paper fibres, lit from the side. They are coarse enough to survive compression. */
const grain = `<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
<feTurbulence type="fractalNoise" baseFrequency="0.14 0.18" numOctaves="3" seed="11"/>
<feDiffuseLighting surfaceScale="1.5" diffuseConstant="0.75" lighting-color="#fff"><feDistantLight azimuth="225" elevation="42"/></feDiffuseLighting></filter>`

function sideLight({ isDusk }: Light): string {
  const [bright, dark] = isDusk ? ['#8fb0ff', '#000000'] : ['#fff3cf', '#2a2350']
  const [most, least] = isDusk ? [0.3, 0.4] : [0.45, 0.34]
  return `<linearGradient id="side-light" x1="0" y1="0" x2="1" y2="0.8"><stop stop-color="${bright}" stop-opacity="${most}"/><stop offset="0.55" stop-color="${bright}" stop-opacity="0"/><stop offset="1" stop-color="${dark}" stop-opacity="${least}"/></linearGradient>`
}
