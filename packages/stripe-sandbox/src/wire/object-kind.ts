export interface ApiObject {
  id: string
  object: string
}

/** The result of an operation: an object with an id, or a list of objects. */
export interface ApiDocument {
  object: string
}

declare const notesOfKind: unique symbol
declare const typeOfKind: unique symbol

/** Declared as a method, so that readers can require the object store, which this file must not import. */
type Include = { read(id: string, objects: unknown): unknown }['read']

/**
 * Describes one kind of object to the store. `Notes` are hidden facts about an object, such as a payment method's test
 * card.
 */
export interface ObjectKind<Type extends ApiObject, Notes extends object = Record<string, never>> {
  object: string
  /** The name used in messages: "No such payment_intent: 'pi_…'". */
  label: string
  /** Fields with an id that `expand[]` replaces with the object. Dots lead into nested objects. */
  expandable: readonly string[]
  /** Fields that are included only if `expand[]` names them, each with a function that reads it by the object's id. */
  includable?: Readonly<Record<string, Include>>
  readonly [typeOfKind]?: Type
  readonly [notesOfKind]?: Notes
}

export function objectKind<Type extends ApiObject, Notes extends object = Record<string, never>>(
  kind: Omit<ObjectKind<Type, Notes>, typeof typeOfKind | typeof notesOfKind>,
): ObjectKind<Type, Notes> {
  return kind
}
