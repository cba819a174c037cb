/** How many steps an axis has at most, above and below nothing together. */
const MOST_STEPS = 5

/** Round numbers from the least to the most that is shown, nothing among them, the lowest first. */
export function stepsFor(values: number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = roundUp((high - low) / (MOST_STEPS - 1))
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** To 1, 2 or 5 and noughts: never less than 1, since nothing is counted in parts. */
function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power
}
