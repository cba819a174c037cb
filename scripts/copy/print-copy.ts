import { type CopyText, collectCopy } from './collect-copy.ts'

// `npm run copy` prints all text that people read, with its file and line, in one document for an editor.

/** The first pattern that matches a file decides its group. */
const groups: [name: string, files: RegExp][] = [
  ['Emails', /\/emails?\.ts$|email-frame\.ts$|complaint-notice\.ts$/],
  ['Payment sandbox', /^packages\//],
  [
    'Command line and start-up',
    /^src\/(cli|app\/(backup|bundling|config|monitoring|operator|server))\/|\/server\/(db|files)\//,
  ],
  ['Public pages', /\/(marketing|catalogue\/web|contact\/form)\/|footer|top-bar|mobile-menu|web\/root/],
  [
    'Back office',
    /back-office|\/admin|admin\/|\/(emails|inbox|anomalies|editing|metrics|purchase-record|search|stories)\//,
  ],
  ['Consultants', /\/(consultant|consultants|agenda|availability|session-notes|calendar-import)\//],
  ['Login and account', /features\/accounts\//],
  ['Checkout and payments', /features\/payments\//],
  ['Portal', /features\//],
  ['Every page', /./],
]

const groupOf = ({ file }: CopyText) => groups.find(([, files]) => files.test(file))?.[0]

const texts = collectCopy()
for (const [group] of groups)
  printGroup(
    group,
    texts.filter((text) => groupOf(text) === group),
  )

function printGroup(group: string, texts: CopyText[]): void {
  const lines = [`# ${group}`]
  let previous = { file: '', place: '' }
  for (const { file, place, line, text } of texts) {
    if (file !== previous.file) lines.push('', `## ${file.replace(/^src\//, '')}`)
    if (file !== previous.file || place !== previous.place) lines.push('', `### ${place}`, '')
    lines.push(`- ${text} (line ${line})`)
    previous = { file, place }
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
