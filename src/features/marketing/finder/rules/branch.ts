import type { Package, ServiceType } from '#features/catalogue/contract.ts'

/** What a package has to say to an answer. Only shown while the package has these lines, and lacks the others. */
export type Reason = {
  text: string | ((offer: Package) => string)
  /** Keys of package lines. */
  lines: string[]
  without?: string[]
}

/** The two packages of a service: the larger one does more, or goes on for longer. */
export type Size = 'smaller' | 'larger'

export type Answer = {
  /** Its part of the page's address. */
  slug: string
  label: string
  /** The package that it speaks for. */
  for: Size
  /** Counts twice: the other package couldn't do it, however well the rest fits. */
  isDecisive?: boolean
  /** Leads to the package that it speaks for, if the other one is suggested. A decisive answer always gets its own. */
  wish?: string
  reasons: Record<Size, Reason>
}

type Question = { question: string; hint?: string; answers: [Answer, Answer, ...Answer[]] }

export type Branch = {
  slug: string
  label: string
  serviceType: ServiceType
  packageIds: Record<Size, string>
  questions: [Question, Question, Question]
}
