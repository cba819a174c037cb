// Created once, because creating it takes a hundred times as long as using it.
const names = new Intl.DisplayNames(['en-GB'], { type: 'language' })

/** "British English" for en-GB. A code without a name is returned unchanged. */
export function languageName(code: string): string {
  return names.of(code) ?? code
}

/** The address contains the picture's hash, so the content at an address never changes. */
export function picturePath(consultantId: string, hash: string): string {
  return `/consultants/${consultantId}/picture?v=${pictureVersion(hash)}`
}

export function pictureVersion(hash: string): string {
  return hash.slice(0, 16)
}
