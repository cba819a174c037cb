import { toMinorUnits } from '#platform/shared/parse-money.ts'
import type { DraftLine, EditablePackage, PackageDraft } from './contract.ts'

/** A line's form state, as typed. */
export type LineFormValues = {
  /** Identifies the line for errors and focus. */
  id: string
  key: string | null
  kind: DraftLine['kind']
  title: string
  minutes: string
  unit: string
  /** An empty value means unlimited. */
  quantity: string
  grantedPer: DraftLine['grantedPer']
  weight: string
}

/** A package's form state. */
export type PackageFormValues = {
  title: string
  description: string
  /** "99.00" */
  price: string
  spanWeeks: string
  spanMonths: string
  /** One feature per line. */
  features: string
  isOnSale: boolean
  lines: LineFormValues[]
}

/** @param newId generates the lines' ids */
export function toFormValues(sold: EditablePackage, newId: () => string): PackageFormValues {
  const { title, description, spanWeeks, spanMonths, features, isOnSale, lines, prices } = sold
  return {
    title,
    description,
    price: (prices.uk.net / 100).toFixed(2),
    spanWeeks: String(spanWeeks),
    spanMonths: String(spanMonths),
    features: features.join('\n'),
    isOnSale,
    lines: lines.map((line) => ({
      ...pickLine(line),
      id: newId(),
      minutes: String(line.minutes ?? ''),
      unit: line.unit ?? '',
      quantity: String(line.quantity ?? ''),
      weight: String(line.weight),
    })),
  }
}

/** Builds the request. Text that is not a number becomes NaN, so the schema reports its own error. */
export function toDraft(typed: PackageFormValues): PackageDraft {
  return {
    title: typed.title,
    description: typed.description,
    netPrice: toMinorUnits(typed.price),
    spanWeeks: parseWholeNumber(typed.spanWeeks),
    spanMonths: parseWholeNumber(typed.spanMonths),
    features: typed.features
      .split('\n')
      .map((feature) => feature.trim())
      .filter(Boolean),
    isOnSale: typed.isOnSale,
    lines: typed.lines.map(({ key, kind, title, minutes, unit, quantity, grantedPer, weight }) => ({
      key,
      kind,
      title,
      minutes: kind === 'session' && minutes.trim() ? parseWholeNumber(minutes) : null,
      unit: kind === 'deliverable' && unit.trim() ? unit.trim() : null,
      quantity: quantity.trim() ? parseWholeNumber(quantity) : null,
      grantedPer,
      weight: parseWholeNumber(weight),
    })),
  }
}

/** Sum of the valid weights. */
export function sumWeights(lines: LineFormValues[]): number {
  return lines.reduce((sum, { weight }) => sum + (parseWholeNumber(weight) || 0), 0)
}

function parseWholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** The version to be replaced. */
export type SoldPackage = PackageDraft & { version: number; billing: 'once' | 'monthly' }

type Reason =
  | 'edited-elsewhere'
  | 'nothing-changed'
  | 'monthly-span'
  | 'grant-mismatch'
  | 'line-unknown'
  | 'line-kind-changed'

type Publication = { ok: true } | { ok: false; reason: Reason }

/**
 * Checks whether the draft may replace the version that the form loaded. Subscribers and open checkouts never prevent
 * that, because they keep their version and price. The billing period cannot change, because that would make it a
 * different package.
 */
export function decidePublication(
  sold: SoldPackage,
  { version, draft }: { version: number; draft: PackageDraft },
): Publication {
  if (sold.version !== version) return { ok: false, reason: 'edited-elsewhere' }
  const error = findTermError(sold, draft) ?? findLineError(sold, draft)
  if (error) return { ok: false, reason: error }
  return isSameDraft(sold, draft) ? { ok: false, reason: 'nothing-changed' } : { ok: true }
}

function findTermError({ billing }: SoldPackage, { spanMonths, spanWeeks, lines }: PackageDraft): Reason | undefined {
  if (billing === 'monthly' && (spanMonths !== 1 || spanWeeks !== 0)) return 'monthly-span'
  const excludedGrant = billing === 'monthly' ? 'purchase' : 'subscription'
  return lines.some(({ grantedPer }) => grantedPer === excludedGrant) ? 'grant-mismatch' : undefined
}

function findLineError(sold: SoldPackage, { lines }: PackageDraft): Reason | undefined {
  const existingLines = lines.filter(({ key }) => key !== null)
  const kinds = new Map(sold.lines.map(({ key, kind }) => [key, kind]))
  if (existingLines.some(({ key }) => !kinds.has(key))) return 'line-unknown'
  return existingLines.some(({ key, kind }) => kinds.get(key) !== kind) ? 'line-kind-changed' : undefined
}

/** Compares every field, and the lines in order. */
function isSameDraft(a: PackageDraft, b: PackageDraft): boolean {
  return JSON.stringify(pickDraft(a)) === JSON.stringify(pickDraft(b))
}

/** Only a draft's fields, in a fixed order. */
export function pickDraft(draft: PackageDraft): PackageDraft {
  const { title, description, netPrice, spanWeeks, spanMonths, features, isOnSale, lines } = draft
  return { title, description, netPrice, spanWeeks, spanMonths, features, isOnSale, lines: lines.map(pickLine) }
}

function pickLine({ key, kind, title, minutes, unit, quantity, grantedPer, weight }: DraftLine): DraftLine {
  return { key, kind, title, minutes, unit, quantity, grantedPer, weight }
}

/**
 * Gives each new line a key made from its title.
 * @param takenKeys keys of all versions, because reusing one would link the new line to an old one
 */
export function assignLineKeys(lines: DraftLine[], takenKeys: string[]): (DraftLine & { key: string })[] {
  const usedKeys = new Set(takenKeys)
  return lines.map((line) => {
    const key = line.key ?? makeKey(line.title, usedKeys)
    usedKeys.add(key)
    // Clears the field that does not apply to this kind.
    return line.kind === 'session' ? { ...line, key, unit: null } : { ...line, key, minutes: null }
  })
}

function makeKey(title: string, usedKeys: Set<string>): string {
  const slug = title
    .normalize('NFKD')
    // NFKD makes accents separate characters.
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '-')
    .slice(0, 80)
  const base = slug.replace(/-$/, '') || 'line'
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}-${count}`
    if (!usedKeys.has(key)) return key
  }
}
