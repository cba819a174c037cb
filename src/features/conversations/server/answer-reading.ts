// The thread in which a mail is read: started by read-mail.ts, and ended by it where it takes too long.
import { parentPort, workerData } from 'node:worker_threads'
import { parseMail } from './parse-mail.ts'

parentPort?.postMessage(await parseMail(workerData))
