/** `data.previous_attributes` of an update: the fields that changed, as they were. */
export function previousAttributes<Type extends object>(before: Type, after: Type): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(after[field as keyof Type]),
    ),
  )
}
