import type { DraftLine, EditablePackage, PackageDraft } from '../contract/editing.ts'

/** A line while it is edited: fields as they are typed. */
export type TypedLine = {
  /** By which errors and focus find it again. */
  id: string
  key: string | null
  kind: DraftLine['kind']
  title: string
  minutes: string
  unit: string
  /** Empty: unlimited. */
  quantity: string
  grantedPer: DraftLine['grantedPer']
  weight: string
}

/** A package while it is edited. */
export type TypedPackage = {
  title: string
  description: string
  /** "99.00" */
  price: string
  spanWeeks: string
  spanMonths: string
  /** One a line. */
  features: string
  isOnSale: boolean
  lines: TypedLine[]
}

/** @param newId the names of lines */
export function typedOf(sold: EditablePackage, newId: () => string): TypedPackage {
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
      id: newId(),
      key: line.key,
      kind: line.kind,
      title: line.title,
      minutes: String(line.minutes ?? ''),
      unit: line.unit ?? '',
      quantity: String(line.quantity ?? ''),
      grantedPer: line.grantedPer,
      weight: String(line.weight),
    })),
  }
}

/** What is sent. What is no number stays none: the contract has the sentence for it. */
export function draftOf(typed: TypedPackage): PackageDraft {
  return {
    title: typed.title,
    description: typed.description,
    netPrice: inMinorUnits(typed.price),
    spanWeeks: numberIn(typed.spanWeeks),
    spanMonths: numberIn(typed.spanMonths),
    features: typed.features
      .split('\n')
      .map((feature) => feature.trim())
      .filter(Boolean),
    isOnSale: typed.isOnSale,
    lines: typed.lines.map(({ key, kind, title, minutes, unit, quantity, grantedPer, weight }) => ({
      key,
      kind,
      title,
      minutes: kind === 'session' && minutes.trim() ? numberIn(minutes) : null,
      unit: kind === 'deliverable' && unit.trim() ? unit.trim() : null,
      quantity: quantity.trim() ? numberIn(quantity) : null,
      grantedPer,
      weight: numberIn(weight),
    })),
  }
}

/** What the weights of the lines are together, as far as they are numbers. */
export function weightSum(lines: TypedLine[]): number {
  return lines.reduce((sum, { weight }) => sum + (numberIn(weight) || 0), 0)
}

/** "99", "99.5" and "1,099.50" as 9900, 9950 and 109950. */
export function inMinorUnits(price: string): number {
  const plain = price.replaceAll(/[\s,]/g, '')
  return /^\d{1,9}([.]\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN
}

function numberIn(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
}
