import { collectCopy } from './collect-copy.ts'

// `npm run copy` prints every text that people read, with its file and line, in one document for an editor.

const lines: string[] = []
let previous = { file: '', place: '' }
for (const { file, place, line, text } of collectCopy()) {
  if (file !== previous.file) lines.push('', `## ${file.replace(/^src\//, '')}`)
  if (file !== previous.file || place !== previous.place) lines.push('', `### ${place}`, '')
  lines.push(`- ${text} (line ${line})`)
  previous = { file, place }
}
process.stdout.write(`# Every text that people read\n${lines.join('\n')}\n`)
