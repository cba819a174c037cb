// The thread in which a calendar is expanded: started by read-busy-times.ts, and ended by it where it takes too long.
import { parentPort, workerData } from 'node:worker_threads'
import { expandCalendar } from './expand-calendar.ts'

parentPort?.postMessage(expandCalendar(workerData))
