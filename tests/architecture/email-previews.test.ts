import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emailPreviews } from '#app/server/email-previews.ts'

const areas = globSync('src/features/*').map((folder) => folder.split('/')[2] ?? '')

const documentedEmails = [
  ...readFileSync('docs/emails.md', 'utf8').matchAll(/^\| ([\w-]+) +\| `(\w+)` +\| (\w+) /gm),
].map(([, area = '', email = '', preference = '']) => ({ area, email, preference }))

/** What the code must contain if it checks the preference. */
const preferenceChecks: Record<string, RegExp> = {
  sessions: /wantsEmail\(tx, [\w.]+, 'sessions'\)|kinds: .*'sessions'/,
  purchases: /wantsEmail\(tx, [\w.]+, 'purchases'\)|kinds: .*'purchases'/,
  deliverables: /kinds: .*'deliverables'/,
  news: /mayReceiveNewsletter/,
}

test.each(areas)('every email of %s has a preview for staff', (area) => {
  const previewed = Object.keys(emailPreviews[area] ?? {}).map(toFunctionName)
  expect([...new Set(previewed)].sort()).toEqual(listEmailFunctions(area).sort())
})

test.each(areas)('docs/emails.md lists every email of %s, and whether members can turn it off', (area) => {
  const listed = documentedEmails.filter((row) => row.area === area)
  expect(listed.map(({ email }) => email).sort()).toEqual(listEmailFunctions(area).sort())
  for (const { preference } of listed) expect(['always', ...Object.keys(preferenceChecks)]).toContain(preference)
})

test.each(documentedEmails.filter(({ preference }) => preference !== 'always'))(
  'before $email of $area is sent, the preference is checked',
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
    .filter((file) => !/\.test\.ts$|(notification-preferences|notify-account|public)\.ts$/.test(file))
    .filter((file) => /wantsEmail\(|^ +kinds: /m.test(readFileSync(file, 'utf8')))
  expect(checkingFiles.length).toBeGreaterThan(5)
  for (const file of checkingFiles)
    expect(optional.some((email) => readFileSync(file, 'utf8').includes(email))).toBe(true)
})

test('every preview is complete in text and HTML, uses an example address and has the shared design', () => {
  const company = {
    brandName: 'Brand',
    legalName: 'Legal Ltd',
    foundedYear: 2020,
    address: ['1 Street', 'London'],
    phone: '+44 20 7946 0000',
    email: 'office@example.org',
    companyNumber: '00000000',
    vatNumber: null,
    socialLinks: [],
  }
  const previews = Object.values(emailPreviews).flatMap((examples) => Object.entries(examples))
  for (const [name, write] of previews) {
    const preview = write({ company, publicUrl: 'https://site.example' })
    expect(`${name} ${preview.to}`).toMatch(/@example\.org$/)
    const content = [preview.subject, preview.text, preview.html].join('\n')
    expect(`${name} ${/undefined|null|NaN|Invalid Date|\[object/.exec(content)?.[0] ?? ''}`).toBe(`${name} `)
    // Required by Companies Act 2006 s. 82.
    for (const line of ['Legal Ltd', 'Company number 00000000', '+44 20 7946 0000'])
      expect(preview.text).toContain(line)
    expect(preview.html).toContain('border-bottom:4px solid #ffb300')
    for (const [address] of preview.text.matchAll(/https:\/\/site\.example\S*/g))
      expect(preview.html.replaceAll('&amp;', '&')).toContain(address.replace(/[.,:;)]+$/, ''))
  }
})

/** Functions that other emails of an area wrap around their text; not emails themselves. */
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
