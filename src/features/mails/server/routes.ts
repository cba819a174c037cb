import type { LetterExamples } from '#features/company/server/public.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as news from '../contract/news.ts'
import * as testing from '../contract/test-letter.ts'
import * as contract from '../contract.ts'
import { downloadMails } from './download-mails.ts'
import { endNews } from './end-news.ts'
import { getMail } from './get-mail.ts'
import { listLetterExamples } from './list-letter-examples.ts'
import { listMails } from './list-mails.ts'
import { resendMail } from './resend-mail.ts'
import { sendNews } from './send-news.ts'
import { sendTestLetter } from './send-test-letter.ts'

/** @param examples of every area, by its name */
export function mailRoutes(serve: Serve, examples: Record<string, LetterExamples>) {
  serve(contract.listMails, (context, { query }) => listMails(context, query))
  serve(contract.downloadMails, (context, { query }) => downloadMails(context, query))
  serve(contract.getMail, (context, { params }) => getMail(context, params.mailId))
  serve(contract.resendMail, (context, { params }) => resendMail(context, params.mailId))
  serve(contract.listLetterExamples, (context) => listLetterExamples(context, examples))
  serve(testing.sendTestLetter, (context) => sendTestLetter(context))
  serve(news.sendNews, (context, { body }) => sendNews(context, body))
}

/** Apart from the others: mail programs send a form, whose words say nothing more than the address does. */
export function unsubscribeRoute(serve: Serve) {
  serve(news.unsubscribe, async (context, { params }, { request }) => {
    await endNews(context, params.token, request.ip)
    return null
  })
}
