import fc from 'fast-check'
import { packageSeeds } from '#features/catalogue/packages.ts'
import { taxOn } from '#platform/shared/money.ts'

/** Each package on sale, at each tax rate, with random use of each line. */
export const usedPackages = fc
  .tuple(fc.constantFrom(...packageSeeds), fc.constantFrom(0, 1_000, 2_000))
  .chain(([{ netPrice, span, lines }, taxRate]) =>
    fc.tuple(...lines.map(({ quantity }) => fc.nat({ max: quantity ?? 40 }))).map((uses) => ({
      total: netPrice + taxOn(netPrice, taxRate),
      span,
      lines: lines.map(({ title, weight, quantity: promised }, index) => {
        return { title, weight, promised, used: uses[index] ?? 0 }
      }),
    })),
  )
