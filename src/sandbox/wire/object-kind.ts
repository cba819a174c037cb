import type { ObjectStore } from '../storage/object-store.ts'

export interface ApiObject {
  id: string
  object: string
}

/** Anything that an operation may answer: an object with an id, or a list of such. */
export interface ApiDocument {
  object: string
}

declare const notesOfKind: unique symbol
declare const typeOfKind: unique symbol

/**
 * What the store must know about one kind of object. `Notes` is what the provider remembers about an object
 * and never shows, for instance which test card stands behind a payment method.
 */
export interface ObjectKind<Type extends ApiObject, Notes extends object = Record<string, never>> {
  object: string
  /** As it stands in messages: "No such payment_intent: 'pi_…'". */
  label: string
  /** Fields that hold an id and become the whole object through `expand[]`; dots reach into nested objects. */
  expandable: readonly string[]
  /** Fields that are there only when `expand[]` asks for them, found by the id of the object. */
  includable?: Readonly<Record<string, (id: string, objects: ObjectStore) => unknown>>
  readonly [typeOfKind]?: Type
  readonly [notesOfKind]?: Notes
}

export function objectKind<Type extends ApiObject, Notes extends object = Record<string, never>>(
  kind: Omit<ObjectKind<Type, Notes>, typeof typeOfKind | typeof notesOfKind>,
): ObjectKind<Type, Notes> {
  return kind
}
