import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { notify } from '#platform/web/ui/toasts.tsx'
import { getDocumentPdf, getDocumentText } from '../contract/document.ts'

const endpoints = { pdf: getDocumentPdf, text: getDocumentText }

export type PaperFormat = keyof typeof endpoints

/** Papers come by a call like everything of a member: a plain link could not say who asks. */
export function useDownload() {
  const [busy, setBusy] = useState<string>()
  const download = async (reference: string, format: PaperFormat) => {
    setBusy(`${reference} ${format}`)
    const ending = await attempt(endpoints[format], { params: { reference } })
    setBusy(undefined)
    if (ending.state === 'failed') notify.error(ending.message)
    else saveFile(ending.value)
  }
  return { isBusy: (reference: string, format: PaperFormat) => busy === `${reference} ${format}`, download }
}
