import { MarketId, type Package, type PackageLine } from '#features/catalogue/contract.ts'
import { describeMoment } from '../proof/rules.ts'

/** A promise, and what each package includes of it. */
export type ComparedLine = {
  key: string
  title: string
  /** One per package, in the order of the packages. Undefined if the package does not include the line. */
  shares: (Share | undefined)[]
}

/** "1 report (10 pages)", "Within 1 week" and "30% of the price" */
type Share = { amount: string; when: string; refundShare: string }

/** Compares packages line by line. Lines with the same key are the same promise, whatever their titles. */
export function compareLines(packages: Package[]): ComparedLine[] {
  const keys = new Set(packages.flatMap(({ lines }) => lines.map(({ key }) => key)))
  return [...keys].map((key) => {
    const lines = packages.map((offer) => offer.lines.find((line) => line.key === key))
    const { name: title } = splitTitle(lines.find((line) => line !== undefined)?.title ?? '')
    const shares = packages.map((offer, index) => describeShare(offer, lines[index], title))
    return { key, title, shares }
  })
}

function describeShare(offer: Package, line: PackageLine | undefined, rowTitle: string): Share | undefined {
  if (!line) return undefined
  const { name, detail } = splitTitle(line.title)
  const notes = [name === rowTitle ? undefined : name, detail].filter((note) => note !== undefined)
  const amount = line.kind === 'session' ? describeSessions(line) : describeItems(line)
  return {
    amount: notes.length > 0 ? `${amount} (${notes.join(', ')})` : amount,
    when: offer.billing === 'monthly' && line.grantedPer === 'period' ? 'Every month' : describeMoment(offer, line),
    refundShare: `${line.weight / 100}% of the price${line.quantity === null ? ', by days' : ''}`,
  }
}

/** Splits "Strategy report (10–15 pages)", because packages may differ only in the part in brackets. */
function splitTitle(title: string): { name: string; detail?: string | undefined } {
  const bracket = title.endsWith(')') ? title.indexOf(' (') : -1
  return bracket < 0 ? { name: title } : { name: title.slice(0, bracket), detail: title.slice(bracket + 2, -1) }
}

function describeSessions({ quantity, minutes }: PackageLine): string {
  if (quantity === null) return `Unlimited, ${minutes} minutes each`
  return quantity === 1 ? `${minutes} minutes` : `${quantity} × ${minutes} minutes`
}

/** Above one, the line's title is the counted word: "Posts: 8". */
function describeItems({ quantity, unit }: PackageLine): string {
  return quantity === 1 ? `1 ${unit}` : String(quantity)
}

/** The package whose first month brings everything that this one does, for less in every market. */
export function findCheaperMonth(offer: Package, packages: Package[]): Package | undefined {
  if (offer.billing === 'monthly') return undefined
  return packages.find(
    (other) =>
      other.billing === 'monthly' &&
      other.canBeBought &&
      offer.lines.every((line) => other.lines.some((each) => isAtLeast(each, line))) &&
      MarketId.options.every((market) => other.prices[market].total < offer.prices[market].total),
  )
}

function isAtLeast(other: PackageLine, { key, title, minutes, quantity }: PackageLine): boolean {
  if (other.key !== key || other.title !== title || other.minutes !== minutes) return false
  return other.quantity === null || (quantity !== null && other.quantity >= quantity)
}

/** A claim on a service's page. Each package line is the key of a line, or "package id/key" for one package's line. */
export type Claim = { title: string; text: string; packageLines: string[] }

/** What the catalogue does not say about a package: who it is for, and why it costs what it costs. */
export type PackageReason = {
  name: string
  audience: string
  price: string
  /** What its card says below the package's contents. */
  details?: Pick<Claim, 'text' | 'packageLines'>[]
}

/** Whether a package on sale still provides something of the claim. A claim without lines is about no package. */
export function isProvided({ packageLines }: Pick<Claim, 'packageLines'>, packages: Package[]): boolean {
  return packageLines.length === 0 || packages.some((offer) => isProvidedBy({ packageLines }, offer))
}

export function isProvidedBy({ packageLines }: Pick<Claim, 'packageLines'>, { id, lines }: Package): boolean {
  return lines.some(({ key }) => packageLines.includes(key) || packageLines.includes(`${id}/${key}`))
}
