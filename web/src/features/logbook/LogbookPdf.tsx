import { useActionMutation } from '../../shared/api/use-action.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { ReportButton } from '../reports/index.ts'
import { type Question, useQuestion } from './use-question.ts'

/** Orders the filtered entries as PDF; another filter is another PDF. */
export function LogbookPdf() {
  const question = useQuestion()
  return <PdfOf key={JSON.stringify(question)} question={question} />
}

function PdfOf({ question }: { question: Question }) {
  const language = useLanguage()
  const create = useActionMutation('createLogbookReport')
  return <ReportButton create={create} onCreate={() => create.mutate({ ...question, language })} />
}
