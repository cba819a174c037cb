import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emailPreviews } from '#app/server/email-previews.ts'
import { previews } from '#tests/support/given/email-previews.ts'

const areas = globSync('src/features/*').map((folder) => folder.split('/')[2] ?? '')

const documentedEmails = [
  ...readFileSync('docs/emails.md', 'utf8').matchAll(/^\| ([\w-]+) +\| `(\w+)` +\| (\w+) /gm),
].map(([, area = '', email = '', preference = '']) => ({ area, email, preference }))

/** What the code must contain if it checks the preference. `notifyAccount` adds the link for its `kinds`. */
const preferenceChecks: Record<string, RegExp> = {
  sessions: /kinds: .*'sessions'/,
  purchases: /wantsEmail\(tx, [\w.]+, 'purchases'\)[\s\S]*optOutUrl\(|kinds: .*'purchases'/,
  deliverables: /kinds: .*'deliverables'/,
  news: /mayReceiveNewsletter/,
}

test.each(areas)('staff can preview every email in %s', (area) => {
  const previewed = Object.keys(emailPreviews[area] ?? {}).map(toFunctionName)
  expect([...new Set(previewed)].sort()).toEqual(listEmailFunctions(area).sort())
})

test.each(areas)('docs/emails.md lists every email in %s, and whether members can turn it off', (area) => {
  const listed = documentedEmails.filter((row) => row.area === area)
  expect(listed.map(({ email }) => email).sort()).toEqual(listEmailFunctions(area).sort())
  for (const { preference } of listed) expect(['always', ...Object.keys(preferenceChecks)]).toContain(preference)
})

test.each(documentedEmails.filter(({ preference }) => preference !== 'always'))(
  'the preference is checked before $email in $area is sent',
  ({ area, email, preference }) => {
    const senders = globSync(`src/features/${area}/**/server/*.ts`)
      .filter((file) => !/\.test\.ts$|\/(emails|email-previews)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((code) => new RegExp(`\\b${email}\\b`).test(code))
    expect(senders).not.toEqual([])
    for (const code of senders) expect(code).toMatch(preferenceChecks[preference] ?? '')
  },
)

test('code that checks a preference sends at least one optional email', () => {
  const optional = documentedEmails.filter(({ preference }) => preference !== 'always').map(({ email }) => email)
  const checkingFiles = globSync('src/features/**/server/*.ts')
    .filter((file) => !/\.test\.ts$|(notification-preferences|notify-account|deliver-if-wanted|public)\.ts$/.test(file))
    .filter((file) => /wantsEmail\(|^ +kinds: /m.test(readFileSync(file, 'utf8')))
  expect(checkingFiles.length).toBeGreaterThan(5)
  for (const file of checkingFiles)
    expect(optional.some((email) => readFileSync(file, 'utf8').includes(email))).toBe(true)
})

test('emails about buying or renewing one package show its picture', () => {
  const withPicture = previews.filter(({ email }) =>
    email.html.includes('<img src="https://site.example/images/packages/'),
  )
  expect([...new Set(withPicture.map(({ name }) => toFunctionName(name)))]).toEqual([
    'purchaseConfirmationEmail',
    'packageStartedEmail',
    'unfinishedPaymentEmail',
    'renewalReminderEmail',
  ])
})

test.each(previews)('$name is complete, goes to an example address and has the shared design', ({ email }) => {
  expect(email.to).toMatch(/@example\.org$/)
  const content = [email.subject, email.preview, email.text, email.html].join('\n')
  expect(content).not.toMatch(/undefined|null|NaN|Invalid Date|\[object/)
  // Required by Companies Act 2006 s. 82.
  for (const line of ['Legal Ltd', 'Company number 00000000', '+44 20 7946 0000']) expect(email.text).toContain(line)
  expect(email.html).toContain('border-bottom:4px solid #ffb300')
})

test.each(previews)('the text of $name has the same words and addresses as its HTML', ({ email }) => {
  expect(listWords(email.text.replace('\n-- \n', '\n'))).toEqual(listWords(readHtml(email.html)))
})

/** What the HTML shows, without the preview line, the brand, the heading and the help text for the button. */
function readHtml(html: string): string {
  return html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<(div style="display:none|div class="brand|h1|p class="quiet button-help).*?<\/(div|h1|p)>/g, '')
    .replaceAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g, (_, url, label) => (url === label ? url : `${label} ${url}`))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function listWords(text: string): string[] {
  return text.match(/[^\s:]+/g) ?? []
}

/** Functions that an area's emails wrap around their text. They are not emails themselves. */
const emailFrames = ['buyerEmail', 'purchaseAlert']

/** Exported functions that return an email. */
function listEmailFunctions(area: string): string[] {
  return globSync(`src/features/${area}/**/server/*email{,s}.ts`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)\((?:(?!^\}$)[\s\S])*?\): Email \{$/gm)].flatMap(
      ([, name = '']) => (emailFrames.includes(name) ? [] : [name]),
    ),
  )
}

function toFunctionName(key: string): string {
  return key.split(':')[0] ?? ''
}
