/** How many steps an axis has at most, above and below nothing together. */
const MOST_STEPS = 5

/**
 * Round numbers from the lowest to the highest that is shown, nothing among them, the lowest first.
 * @param least that a step may be: pence are no use on an axis of pounds
 */
export function stepsFor(values: number[], least = 1): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = Math.max(least, roundUp((high - low) / (MOST_STEPS - 1)))
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** To 1, 2 or 5 and noughts: never less than 1, since nothing is counted in parts. */
function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power
}
