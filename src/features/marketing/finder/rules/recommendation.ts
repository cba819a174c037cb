import type { Package } from '#features/catalogue/contract.ts'
import { bizFutureQuestions } from './biz-future-questions.ts'
import type { Answer, Branch, Reason, Size } from './branch.ts'
import { myFutureQuestions } from './my-future-questions.ts'
import { studyWorldQuestions } from './study-world-questions.ts'

export const branches = [myFutureQuestions, studyWorldQuestions, bizFutureQuestions]

/** The page on which the questions begin. The answers follow in its address: nothing else remembers them. */
export const firstPage = '/which-service'

/** A question that has been answered, and the page on which to answer it again. */
export type Given = { question: string; answer: string; page: string }

export type QuestionStep = {
  kind: 'question'
  /** From 1 to 4. */
  number: number
  question: string
  hint?: string
  choices: Choice[]
  /** Undefined at the first question, which chooses it. */
  branch?: Branch
  /** The page of the question before. */
  back?: string
}

export type ResultStep = { kind: 'result'; branch: Branch; answers: Answer[]; given: Given[] }

type Choice = { label: string; page: string }

const opening = {
  question: 'What’s on your mind?',
  answers: branches,
}

/** Reads the answers in a page's address. Returns undefined if no question has such an answer. */
export function findStep(page: string): QuestionStep | ResultStep | undefined {
  const slugs = page.slice(firstPage.length).split('/').slice(1)
  const branch = branches.find(({ slug }) => slug === slugs[0])
  if (!branch) return slugs.length === 0 ? ask(opening, firstPage, 1) : undefined
  const questions = [opening, ...branch.questions]
  const answers = branch.questions.flatMap(({ answers }, index) =>
    answers.filter(({ slug }) => slug === slugs[index + 1]),
  )
  if (answers.length !== slugs.length - 1) return undefined
  const next = questions[slugs.length]
  if (next) return { ...ask(next, page, slugs.length + 1), branch, back: parentOf(page) }
  const given = [branch, ...answers].map(({ label }, index) => ({
    question: questions[index]?.question ?? '',
    answer: label,
    page: [firstPage, ...slugs.slice(0, index)].join('/'),
  }))
  return { kind: 'result', branch, answers, given }
}

type Asked = { question: string; hint?: string; answers: readonly { slug: string; label: string }[] }

function ask({ question, hint, answers }: Asked, page: string, number: number) {
  const choices = answers.map(({ slug, label }) => ({ label, page: `${page}/${slug}` }))
  return { kind: 'question' as const, number, question, ...(hint && { hint }), choices }
}

function parentOf(page: string): string {
  return page.slice(0, page.lastIndexOf('/'))
}

/** In doubt, the smaller package: a member can change to the larger one later. */
function choosePackage(answers: Pick<Answer, 'for' | 'isDecisive'>[]): Size {
  const votes = (size: Size) =>
    answers.filter((answer) => answer.for === size).reduce((sum, { isDecisive }) => sum + (isDecisive ? 2 : 1), 0)
  return votes('larger') > votes('smaller') ? 'larger' : 'smaller'
}

export type Recommendation = {
  offer: Package
  /** What the package has to say to each answer after the first, or null if that's no longer true of it. */
  reasons: (string | null)[]
  /** True if the package that fits better isn't on sale. */
  isSecondChoice: boolean
  /** The other package, if an answer speaks for it and it can be bought. */
  alternative?: Alternative
}

/** @property reasons what it has to say to the answers, beginning with those that speak for it */
export type Alternative = { wish: string; offer: Package; reasons: string[] }

/** Finds the package for these answers. Returns undefined if the service has none on sale. */
export function recommend({ packageIds }: Branch, answers: Answer[], packages: Package[]): Recommendation | undefined {
  const best = choosePackage(answers)
  const other: Size = best === 'smaller' ? 'larger' : 'smaller'
  const onSale = [best, other].flatMap((size) =>
    packages.filter(({ id }) => id === packageIds[size]).map((offer) => ({ size, offer })),
  )
  // A package that nobody can provide yet is only shown if there is no other.
  const found = onSale.find(({ offer }) => offer.canBeBought) ?? onSale[0]
  if (!found) return undefined
  const reasons = answers.map((answer) => findText(answer.reasons[found.size], found.offer))
  const others = onSale.filter(({ size, offer }) => size !== found.size && offer.canBeBought)
  const [alternative] = others.flatMap((each) => describeAlternative(each, answers) ?? [])
  return { offer: found.offer, reasons, isSecondChoice: found.size !== best, ...(alternative && { alternative }) }
}

/** The last wish names it, because the questions become more concrete. */
function describeAlternative(
  { size, offer }: { size: Size; offer: Package },
  answers: Answer[],
): Alternative | undefined {
  const forIt = answers.filter((answer) => answer.for === size)
  const wish = forIt.at(-1)?.wish
  if (!wish) return undefined
  const sorted = [...forIt, ...answers.filter((answer) => answer.for !== size)]
  return { wish, offer, reasons: sorted.flatMap(({ reasons }) => findText(reasons[size], offer) ?? []) }
}

/** The owner can change what a package includes, so a reason is only given while it's true. */
function findText({ text, lines, without = [] }: Reason, offer: Package): string | null {
  const keys = offer.lines.map(({ key }) => key)
  const isTrue = lines.every((key) => keys.includes(key)) && !without.some((key) => keys.includes(key))
  if (!isTrue) return null
  return typeof text === 'string' ? text : text(offer)
}
