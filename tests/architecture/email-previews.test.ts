import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emailPreviews } from '#app/server/email-previews.ts'

const areas = globSync('src/features/*').map((folder) => folder.split('/')[2] ?? '')

const writtenDown = [...readFileSync('docs/emails.md', 'utf8').matchAll(/^\| ([\w-]+) +\| `(\w+)` +\| (\w+) /gm)].map(
  ([, of = '', letter = '', goes = '']) => ({ of, letter, goes }),
)

/** How the code shows that it checks the preference. */
const questions: Record<string, RegExp> = {
  sessions: /wantsEmail\(tx, [\w.]+, 'sessions'\)|kinds: .*'sessions'/,
  purchases: /wantsEmail\(tx, [\w.]+, 'purchases'\)|kinds: .*'purchases'/,
  deliverables: /kinds: .*'deliverables'/,
  news: /mayReceiveNewsletter/,
}

test.each(areas)('every email of %s has a preview for staff', (area) => {
  const shown = Object.keys(emailPreviews[area] ?? {}).map(functionOf)
  expect([...new Set(shown)].sort()).toEqual(lettersOf(area).sort())
})

test.each(areas)('the document lists every email of %s, and whether members can turn it off', (area) => {
  const listed = writtenDown.filter(({ of }) => of === area)
  expect(listed.map(({ letter }) => letter).sort()).toEqual(lettersOf(area).sort())
  for (const { goes } of listed) expect(['always', ...Object.keys(questions)]).toContain(goes)
})

test.each(writtenDown.filter(({ goes }) => goes !== 'always'))(
  'sending $letter of $of checks the preference first',
  ({ of, letter, goes }) => {
    const senders = globSync(`src/features/${of}/**/server/*.ts`)
      .filter((file) => !/\.test\.ts$|\/(emails|email-previews)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((code) => new RegExp(`\\b${letter}\\b`).test(code))
    expect(senders).not.toEqual([])
    for (const code of senders) expect(code).toMatch(questions[goes] ?? '')
  },
)

test('code that checks a preference sends at least one optional email', () => {
  const optional = writtenDown.filter(({ goes }) => goes !== 'always').map(({ letter }) => letter)
  const asking = globSync('src/features/**/server/*.ts')
    .filter((file) => !/\.test\.ts$|(notification-preferences|notify-account|public)\.ts$/.test(file))
    .filter((file) => /wantsEmail\(|^ +kinds: /m.test(readFileSync(file, 'utf8')))
  expect(asking.length).toBeGreaterThan(5)
  for (const file of asking) expect(optional.some((letter) => readFileSync(file, 'utf8').includes(letter))).toBe(true)
})

test('every preview is complete in text and HTML, uses an example address and has the common design', () => {
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
  const all = Object.values(emailPreviews).flatMap((examples) => Object.entries(examples))
  for (const [name, write] of all) {
    const mail = write({ company, publicUrl: 'https://site.example' })
    expect(`${name} ${mail.to}`).toMatch(/@example\.org$/)
    const whole = [mail.subject, mail.text, mail.html].join('\n')
    expect(`${name} ${/undefined|null|NaN|Invalid Date|\[object/.exec(whole)?.[0] ?? ''}`).toBe(`${name} `)
    // Companies Act 2006 s. 82.
    for (const line of ['Legal Ltd', 'Company number 00000000', '+44 20 7946 0000']) expect(mail.text).toContain(line)
    expect(mail.html).toContain('border-bottom:4px solid #ffb300')
    for (const [address] of mail.text.matchAll(/https:\/\/site\.example\S*/g))
      expect(mail.html.replaceAll('&amp;', '&')).toContain(address.replace(/[.,:;)]+$/, ''))
  }
})

/** Wrappers used by an area's emails. */
const frames = ['buyerEmail', 'purchaseAlert']

/** Exported functions that return an email. */
function lettersOf(area: string): string[] {
  return globSync(`src/features/${area}/**/server/*email{,s}.ts`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)\((?:(?!^\}$)[\s\S])*?\): Email \{$/gm)].flatMap(
      ([, name = '']) => (frames.includes(name) ? [] : [name]),
    ),
  )
}

function functionOf(key: string): string {
  return key.split(':')[0] ?? ''
}
