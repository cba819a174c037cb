import type { Sample } from '../contract.ts'
import { futureProfile } from './future-profile.ts'
import { monthlyReport } from './monthly-report.ts'
import { roadmap } from './roadmap.ts'
import { studyStrategy } from './study-strategy.ts'

export const samples: Sample[] = [futureProfile, roadmap, studyStrategy, monthlyReport]
