export type Point = readonly [x: number, y: number]

/** Rows of numbers: "40 60 12, 80 20 9". */
export function rows(text: string): number[][] {
  return text.split(', ').map((row) => row.split(' ').map(Number))
}

/** Points of a line: "40 60, 80 20". */
export function points(text: string): Point[] {
  return rows(text).map(([x = 0, y = 0]): Point => [x, y])
}

const round = (value: number) => Math.round(value * 10) / 10
export const at = ([x, y]: Point) => `${round(x)} ${round(y)}`

/** A closed outline with straight edges. */
export function polygon(...points: Point[]): string {
  return `M${points.map(at).join('L')}z`
}

/** A smooth line through all points (Catmull-Rom). */
export function curve(points: Point[]): string {
  const [start = [0, 0]] = points
  return `M${at(start)}${curveOn(points)}`
}

/** The same, but continues a path that has already reached the first point. */
function curveOn(points: Point[]): string {
  return points
    .slice(1)
    .map((to, index) => {
      const from = points[index] ?? to
      const before = points[index - 1] ?? from
      const after = points[index + 2] ?? to
      const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
      const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
      return `C${at(first)} ${at(second)} ${at(to)}`
    })
    .join('')
}

/** A closed shape with a smooth outline. */
export function blob(points: Point[]): string {
  const last = points.at(-1) ?? [0, 0]
  const [first = [0, 0], second = [0, 0]] = points
  const whole = curve([last, ...points, first, second])
  const parts = whole.split('C')
  return `M${at(first)}C${parts.slice(2, -1).join('C')}z`
}

/** Land below a line through the points, down to `bottom`. */
export function land(points: Point[], bottom: number): string {
  const [first = [0, 0]] = points
  const last = points.at(-1) ?? first
  return `${curve(points)}L${round(last[0])} ${bottom}L${round(first[0])} ${bottom}z`
}

/** A road: a band along a line, with its own width at each point. */
export function band(points: Point[], widths: number[]): string {
  const side = (sign: number) =>
    points.map((point, index): Point => {
      const before = points[index - 1] ?? point
      const after = points[index + 1] ?? point
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
      const half = ((widths[index] ?? widths.at(-1) ?? 0) / 2) * sign
      return [point[0] - ((after[1] - before[1]) / length) * half, point[1] + ((after[0] - before[0]) / length) * half]
    })
  const back = side(-1).reverse()
  const [turn = [0, 0]] = back
  return `${curve(side(1))}L${at(turn)}${curveOn(back)}z`
}

export function circle(x: number, y: number, radius: number): string {
  return ellipse(x, y, radius, radius)
}

export function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${round(x - rx)} ${round(y)}a${rx} ${ry} 0 1 1 ${rx * 2} 0a${rx} ${ry} 0 1 1 ${-rx * 2} 0z`
}

export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  if (radius === 0) return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
  const r = Math.min(radius, width / 2, height / 2)
  const [w, h] = [round(width - 2 * r), round(height - 2 * r)]
  return `M${round(x + r)} ${round(y)}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}z`
}

/** A doorway: straight sides under a half circle. */
export function arch(x: number, y: number, width: number, height: number): string {
  const r = width / 2
  return `M${round(x)} ${round(y + height)}v${round(r - height)}a${r} ${r} 0 0 1 ${width} 0v${round(height - r)}z`
}
