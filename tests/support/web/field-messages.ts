/** All error messages that are linked to a field, in page order. */
export function fieldMessages(): (string | null | undefined)[] {
  return [...document.querySelectorAll('[aria-invalid="true"]')].map(
    (field) => document.getElementById(`${field.id}-error`)?.textContent,
  )
}
