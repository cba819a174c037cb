/** Mixes a colour such as "#22303f" with another; a share of 0 gives the first and 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to)
  return toHex(channels(from).map((value, index) => value + ((target[index] ?? 0) - value) * share))
}

export function lighten(colour: string, share: number): string {
  return mix(colour, '#fff6e2', share)
}

export function darken(colour: string, share: number): string {
  return mix(colour, '#141d33', share)
}

/** How a sheet looks in the blue light after sunset. */
export function atDusk(colour: string): string {
  const light = [0.4, 0.46, 0.66]
  return toHex(channels(colour).map((value, index) => 10 + value * (light[index] ?? 1)))
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}

function toHex(values: number[]): string {
  const digits = values.map((value) =>
    Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${digits.join('')}`
}
