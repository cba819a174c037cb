export interface FormFields {
  [name: string]: string | boolean | null | undefined | FormFields
}

/** `{ billing_details: { name: 'Ada' } }` becomes `billing_details[name]=Ada`; null and undefined are omitted. */
export function encodeForm(fields: FormFields): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: FormFields[string]) => {
    if (value === null || value === undefined) return
    if (typeof value !== 'object') return form.append(name, String(value))
    for (const [key, nested] of Object.entries(value)) add(`${name}[${key}]`, nested)
  }
  for (const [name, value] of Object.entries(fields)) add(name, value)
  return form
}
