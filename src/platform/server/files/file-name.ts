import { type FileType, fileExtensions } from '../../shared/upload-rules.ts'

/** In characters, including the extension. */
const MAX_NAME_LENGTH = 120

/** Invisible characters: control characters, and those that change text direction or have no width. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Characters with a special meaning on some system. */
const reservedCharacters = /[<>:"|?*]/g

/** Returns the last part of the path, without hidden or misleading characters, with an extension that fits the type. */
export function sanitiseFileName(sentName: string, type: FileType): string {
  const lastSegment = sentName.normalize('NFC').replaceAll(invisibleCharacters, '').split(/[/\\]/).at(-1) ?? ''
  const cleanName = trimEdges(lastSegment.replaceAll(reservedCharacters, '-').replaceAll(/\s+/g, ' '))
  const ownExtension = findExtension(cleanName, type)
  const stem = ownExtension === undefined ? cleanName : cleanName.slice(0, -ownExtension.length)
  const extension = ownExtension ?? fileExtensions[type][0]
  const shortStem = [...stem].slice(0, MAX_NAME_LENGTH - extension.length).join('')
  return `${shortStem.trimEnd() || 'file'}${extension}`
}

/**
 * Removes surrounding dots and spaces, which hide a file or get lost. A regular expression would take quadratic time.
 */
function trimEdges(name: string): string {
  const characters = [...name]
  const isInner = (character: string) => character !== '.' && character !== ' '
  return characters.slice(characters.findIndex(isInner), characters.findLastIndex(isInner) + 1).join('')
}

/** Returns the name's extension if it fits the type. */
export function findExtension(name: string, type: FileType): string | undefined {
  const extension = fileExtensions[type].find((ending) => name.toLowerCase().endsWith(ending))
  return extension && name.slice(-extension.length)
}
