/** Every sentence that stands under a field and is tied to it, in the order of the page. */
export function fieldMessages(): (string | null | undefined)[] {
  return [...document.querySelectorAll('[aria-invalid="true"]')].map(
    (field) => document.getElementById(`${field.id}-error`)?.textContent,
  )
}
