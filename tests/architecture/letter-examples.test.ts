import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { letterExamples } from '#app/server/letter-examples.ts'

const areas = globSync('src/features/*').map((folder) => folder.split('/')[2] ?? '')

const writtenDown = [...readFileSync('docs/letters.md', 'utf8').matchAll(/^\| ([\w-]+) +\| `(\w+)` +\| (\w+) /gm)].map(
  ([, of = '', letter = '', goes = '']) => ({ of, letter, goes }),
)

/** By what the code shows that it asks for a choice. */
const questions: Record<string, RegExp> = {
  sessions: /wantsMail\(tx, [\w.]+, 'sessions'\)/,
  purchases: /wantsMail\(tx, [\w.]+, 'purchases'\)/,
  deliverables: /reader\.is_on === false/,
  news: /mayReceiveNews/,
}

test.each(areas)('every letter of %s has an example that staff can look at', (area) => {
  const shown = Object.keys(letterExamples[area] ?? {}).map(functionOf)
  expect([...new Set(shown)].sort()).toEqual(lettersOf(area).sort())
})

test.each(areas)('for every letter of %s it is written down whether its reader can choose not to get it', (area) => {
  const listed = writtenDown.filter(({ of }) => of === area)
  expect(listed.map(({ letter }) => letter).sort()).toEqual(lettersOf(area).sort())
  for (const { goes } of listed) expect(['always', ...Object.keys(questions)]).toContain(goes)
})

test.each(writtenDown.filter(({ goes }) => goes !== 'always'))(
  'whoever sends the $letter of $of asks for the choice first',
  ({ of, letter, goes }) => {
    const senders = globSync(`src/features/${of}/server/*.ts`)
      .filter((file) => !/\.test\.ts$|\/emails\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .filter((code) => new RegExp(`\\b${letter}\\b`).test(code))
    expect(senders).not.toEqual([])
    for (const code of senders) expect(code).toMatch(questions[goes] ?? '')
  },
)

test('whoever sends a letter that goes always asks for no choice, unless it sends another that does', () => {
  const optional = writtenDown.filter(({ goes }) => goes !== 'always').map(({ letter }) => letter)
  const asking = globSync('src/features/*/server/*.ts')
    .filter((file) => !/\.test\.ts$|wants-mail\.ts$|public\.ts$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('wantsMail('))
  expect(asking.length).toBeGreaterThan(3)
  for (const file of asking) expect(optional.some((letter) => readFileSync(file, 'utf8').includes(letter))).toBe(true)
})

test('every example is whole in text and in HTML, addressed to nobody real, and in one look', () => {
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
  const all = Object.values(letterExamples).flatMap((examples) => Object.entries(examples))
  for (const [name, write] of all) {
    const mail = write({ company, publicUrl: 'https://site.example' })
    expect(`${name} ${mail.to}`).toMatch(/@example\.org$/)
    const whole = [mail.subject, mail.text, mail.html].join('\n')
    expect(`${name} ${/undefined|null|NaN|Invalid Date|\[object/.exec(whole)?.[0] ?? ''}`).toBe(`${name} `)
    expect(mail.text).toContain('+44 20 7946 0000')
    expect(mail.html).toContain('border-bottom:4px solid #ffb300')
    for (const [address] of mail.text.matchAll(/https:\/\/site\.example\S*/g))
      expect(mail.html.replaceAll('&amp;', '&')).toContain(address.replace(/[.,:;)]+$/, ''))
  }
})

/** Functions that return a mail and that other files use. */
function lettersOf(area: string): string[] {
  return globSync([`src/features/${area}/server/emails.ts`, `src/features/${area}/server/emails/*.ts`]).flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)\((?:(?!^\}$)[\s\S])*?\): Mail \{$/gm)].flatMap(
        ([, name]) => (name === 'letterTo' ? [] : [name ?? '']),
      ),
  )
}

function functionOf(key: string): string {
  return key.split(':')[0] ?? ''
}
