import { defineJob } from '#platform/server/jobs/define-job.ts'
import { notifyWaiting, notifyWaitingQueue } from '../messages/server/notify-company.ts'
import { purgeExpiredConversations } from './purge-expired.ts'

export const jobs = [defineJob({ ...notifyWaitingQueue, clock: 'real', run: notifyWaiting }), purgeExpiredConversations]
