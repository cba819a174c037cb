export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A value that a jsonb column can store and a page can show. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined }

/** @returns undefined if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
