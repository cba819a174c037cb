import { expect, test } from 'vitest'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { packageSeeds } from '#features/catalogue/packages.ts'
import { points } from '#features/marketing/home/web/home-page.tsx'
import type { Claim } from '#features/marketing/services/rules.ts'
import { content as bizFuture } from '#features/marketing/services/web/biz-future-page.tsx'
import { content as myFuture } from '#features/marketing/services/web/my-future-page.tsx'
import type { ServiceContent } from '#features/marketing/services/web/service-page.tsx'
import { content as studyWorld } from '#features/marketing/services/web/study-world-page.tsx'

const pages: [ServiceType, ServiceContent][] = [
  ['MY_FUTURE', myFuture],
  ['STUDY_WORLD', studyWorld],
  ['BIZ_FUTURE', bizFuture],
]

/** What a claim may mention, and the package lines that provide it. */
const promises: [RegExp, RegExp][] = [
  [/roadmap/i, /^roadmap$/],
  [/report|Future Profile/, /report$/],
  [/\bread.* your CV|review of your CV/i, /^resume-review$/],
  [/\breads? .*LinkedIn|review of .*LinkedIn/i, /^linkedin-review$/],
  [/final call/, /^final-call$/],
  [/\bcalls\b|consultation/, /consultation$/],
  [/compares destinations|lists destinations/, /^matching$/],
  [/visa adviser/, /^referral$/],
  [/\bagents?\b/, /referrals?$/],
  [/application/, /^application-support$/],
  [/visa preparation/, /^visa-preparation$/],
  [/interview and visa/, /^interview-preparation$/],
  [/before you leave|pre-departure/, /^pre-departure-guidance$/],
  [/written strategy|strategy in writing/, /^strategy(-report)?$/],
  [/strategy meeting/, /^strategy-meeting$/],
  [/posts/, /^posts$/],
  [/reels/, /^reels$/],
  [/three platforms/, /^platforms$/],
  [/video ad/, /^video-ad$/],
  [/campaign/, /^campaign-management$/],
]

/** Steps that the member takes, whatever the package includes. */
const stepsOfTheMember = [
  'Create an account and buy a package',
  'Send us what you have',
  'Choose a package',
  'Check what we’ve made',
  'Answer your customers',
]

for (const [serviceType, { benefits, steps, yourPart = [] }] of pages) {
  const packages = packageSeeds.filter((seed) => seed.serviceType === serviceType)

  test.each([...benefits, ...steps, ...yourPart])(`${serviceType}: “$title” is backed by package lines`, (claim) => {
    if (!stepsOfTheMember.includes(claim.title)) expect(claim.packageLines).not.toEqual([])
    for (const line of claim.packageLines) expect(packagesWith(line)).not.toEqual([])
    expect(packagesNotNamed(claim)).toEqual([])
    expect(promisesWithoutLine(claim)).toEqual([])
  })

  /** Lists the packages with this line. A key without a package must be in every package of the service. */
  function packagesWith(line: string): string[] {
    const [key, id] = line.split('/').reverse()
    const named = packages.filter((seed) => id === undefined || seed.id === id)
    return named.every((seed) => seed.lines.some((each) => each.key === key)) ? named.map((seed) => seed.id) : []
  }

  /**
   * Lists packages that the claim wrongly leaves out. Only a claim that names its package may leave the other package
   * out.
   */
  function packagesNotNamed({ title, text, packageLines }: Claim): string[] {
    const covered = packageLines.flatMap(packagesWith)
    const missing = packages.filter((seed) => !covered.includes(seed.id))
    const lastWords = packages.filter((seed) => covered.includes(seed.id)).map((seed) => seed.title.split(' ').at(-1))
    const isNamed = lastWords.some((word) => `${title} ${text}`.includes(String(word)))
    return covered.length === 0 || isNamed ? [] : missing.map((seed) => seed.id)
  }
}

function promisesWithoutLine({ text, packageLines }: Claim): RegExp[] {
  const keys = packageLines.map((line) => line.split('/').at(-1) ?? '')
  return promises
    .filter(([words, line]) => words.test(text) && !keys.some((key) => line.test(key)))
    .map(([words]) => words)
}

test('the home page names every duration, and correctly says that only one package renews', () => {
  const spans = packageSeeds.map(({ span: { weeks, months } }) => `${weeks} weeks, ${months} months`)
  expect([...new Set(spans)].sort()).toEqual(['0 weeks, 1 months', '1 weeks, 0 months', '2 weeks, 0 months'])
  expect(packageSeeds.filter((seed) => seed.billing === 'monthly')).toHaveLength(1)
  expect(points.map((point) => point.text)).toContainEqual(
    expect.stringMatching(/a week, two weeks or a month, .* Only one renews/),
  )
})
