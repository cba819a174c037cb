import type { Light } from './kit/light.ts'
import type { Picture } from './kit/paper.ts'
import { bizFutureHero } from './scenes/biz-future-hero.ts'
import { bizFuturePackage } from './scenes/biz-future-package.ts'
import { bizFuturePlan, bizFuturePosts, bizFutureReport } from './scenes/biz-future-spots.ts'
import { bizFutureTally } from './scenes/biz-future-tally.ts'
import { guideAfterALevels, guideCareerConsultation, guidePersonalStatement } from './scenes/guide-futures.ts'
import { guideFirst90Days, guideNetherlandsGermany, guideRefunds } from './scenes/guide-places.ts'
import { home } from './scenes/home.ts'
import { myFutureHero } from './scenes/my-future-hero.ts'
import { myFuturePackage } from './scenes/my-future-package.ts'
import { myFutureSkills } from './scenes/my-future-skills.ts'
import { myFutureCv, myFutureReport, myFutureRoadmap } from './scenes/my-future-spots.ts'
import { studyWorldDeparture } from './scenes/study-world-departure.ts'
import { studyWorldHero } from './scenes/study-world-hero.ts'
import { studyWorldPackage } from './scenes/study-world-package.ts'
import { studyWorldReferral } from './scenes/study-world-referral.ts'
import { studyWorldMatching, studyWorldStrategy } from './scenes/study-world-spots.ts'

export const scenes = {
  home,
  'my-future-hero': myFutureHero,
  'my-future-roadmap': myFutureRoadmap,
  'my-future-report': myFutureReport,
  'my-future-cv': myFutureCv,
  'my-future-skills': myFutureSkills,
  'my-future-package': myFuturePackage,
  'study-world-hero': studyWorldHero,
  'study-world-matching': studyWorldMatching,
  'study-world-strategy': studyWorldStrategy,
  'study-world-departure': studyWorldDeparture,
  'study-world-referral': studyWorldReferral,
  'study-world-package': studyWorldPackage,
  'biz-future-hero': bizFutureHero,
  'biz-future-plan': bizFuturePlan,
  'biz-future-posts': bizFuturePosts,
  'biz-future-report': bizFutureReport,
  'biz-future-tally': bizFutureTally,
  'biz-future-package': bizFuturePackage,
  'guide-after-a-levels': guideAfterALevels,
  'guide-netherlands-germany': guideNetherlandsGermany,
  'guide-personal-statement': guidePersonalStatement,
  'guide-first-90-days': guideFirst90Days,
  'guide-career-consultation': guideCareerConsultation,
  'guide-refunds': guideRefunds,
} satisfies Record<string, (light: Light) => Picture>

export type SceneName = keyof typeof scenes
