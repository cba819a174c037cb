// Made once: it costs a hundred times what it costs to use it.
const names = new Intl.DisplayNames(['en-GB'], { type: 'language' })

/** "British English" for en-GB. A code that has no name stands for itself. */
export function languageName(code: string): string {
  return names.of(code) ?? code
}

/** Where a picture is kept. The hash of its content is part of the address: what stands there never changes. */
export function picturePath(consultantId: string, hash: string): string {
  return `/consultants/${consultantId}/picture?v=${pictureVersion(hash)}`
}

export function pictureVersion(hash: string): string {
  return hash.slice(0, 16)
}
