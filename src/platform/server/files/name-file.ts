import { type FileType, fileEndings } from '#platform/shared/stored-file.ts'

/** Characters, the ending included. */
const LONGEST_NAME = 120

/** Not to be seen: control characters, and those that turn the direction of what follows or have no width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What some system takes for more than a letter of a name. */
const special = /[<>:"|?*]/g

/**
 * What a file is called here: the last part of whatever path was sent, without characters that hide or mislead, and with
 * an ending of the type that it has.
 */
export function nameFile(sent: string, type: FileType): string {
  const last = sent.normalize('NFC').replaceAll(unseen, '').split(/[/\\]/).at(-1) ?? ''
  const plain = withoutEdges(last.replaceAll(special, '-').replaceAll(/\s+/g, ' '))
  const ending = endingOf(plain, type)
  const stem = ending === undefined ? plain : plain.slice(0, -ending.length)
  const kept = ending ?? fileEndings[type][0]
  const short = [...stem].slice(0, LONGEST_NAME - kept.length).join('')
  return `${short.trimEnd() || 'file'}${kept}`
}

/** Without the dots and spaces around it, which hide a name or get lost. By hand: a pattern would look again and again. */
function withoutEdges(name: string): string {
  const letters = [...name]
  const isKept = (letter: string) => letter !== '.' && letter !== ' '
  return letters.slice(letters.findIndex(isKept), letters.findLastIndex(isKept) + 1).join('')
}

/** The ending of a name, where it is one of the type. */
export function endingOf(name: string, type: FileType): string | undefined {
  const found = fileEndings[type].find((ending) => name.toLowerCase().endsWith(ending))
  return found && name.slice(-found.length)
}
