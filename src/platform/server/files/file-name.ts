import { type FileType, fileExtensions } from '../../shared/upload-rules.ts'

/** In characters, including the extension. */
const MAX_NAME_LENGTH = 120

/** Invisible characters: control characters, and those that change text direction or have no width. */
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Characters with a special meaning on some system. */
const reservedCharacters = /[<>:"|?*]/g

/** Returns the last part of the path, without hidden or misleading characters, with an extension of its type. */
export function sanitiseFileName(sent: string, type: FileType): string {
  const last = sent.normalize('NFC').replaceAll(invisibleCharacters, '').split(/[/\\]/).at(-1) ?? ''
  const plain = trimEdges(last.replaceAll(reservedCharacters, '-').replaceAll(/\s+/g, ' '))
  const ending = extensionOf(plain, type)
  const stem = ending === undefined ? plain : plain.slice(0, -ending.length)
  const kept = ending ?? fileExtensions[type][0]
  const short = [...stem].slice(0, MAX_NAME_LENGTH - kept.length).join('')
  return `${short.trimEnd() || 'file'}${kept}`
}

/** Removes surrounding dots and spaces, which hide a file or get lost. A pattern would take quadratic time. */
function trimEdges(name: string): string {
  const letters = [...name]
  const isKept = (letter: string) => letter !== '.' && letter !== ' '
  return letters.slice(letters.findIndex(isKept), letters.findLastIndex(isKept) + 1).join('')
}

/** Returns the name's extension if it fits the type. */
export function extensionOf(name: string, type: FileType): string | undefined {
  const found = fileExtensions[type].find((ending) => name.toLowerCase().endsWith(ending))
  return found && name.slice(-found.length)
}
