export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** What a jsonb column can hold and a page can show. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined }
