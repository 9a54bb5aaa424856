import { Button, Menu } from '@mantine/core'
import { IconChecklist, IconDownload, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { ReportButton } from '../reports/index.ts'
import { Entries } from './Entries.tsx'
import { LogbookBand } from './LogbookBand.tsx'
import { useLogbookExport } from './use-logbook-export.ts'
import { type Question, useQuestion } from './use-question.ts'

/** Orders the filtered entries as PDF; another filter is another PDF. */
function LogbookPdf() {
  const question = useQuestion()
  return <PdfOf key={JSON.stringify(question)} question={question} />
}

function PdfOf({ question }: { question: Question }) {
  const language = useLanguage()
  const create = useActionMutation('createLogbookReport')
  return <ReportButton create={create} onCreate={() => create.mutate({ ...question, language })} />
}

const AddEntryDialog = lazy(async () => (await import('./AddEntryDialog.tsx')).AddEntryDialog)

/** The plant's logbook: legal requirements, entries by number, and the seal over all of them. */
export function LogbookPage() {
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useCurrentPlant()
  const [isAdding, setAdding] = useState(false)
  const save = useLogbookExport(plantId)
  const phone = usePhone()
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={<BookFacts />}
        more={
          <>
            <Menu.Item
              component="a"
              href={`#${pathTo('handover', { plantId })}`}
              leftSection={<IconChecklist size={16} aria-hidden />}
            >
              {t('word.verificationAndHandover')}
            </Menu.Item>
            <Menu.Item
              component="a"
              href={`#${pathTo('verify')}`}
              leftSection={<IconShieldCheck size={16} aria-hidden />}
            >
              {t('verify')}
            </Menu.Item>
            {phone ? (
              <Menu.Item
                closeMenuOnClick={false}
                disabled={save.isPending}
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => save.mutate()}
              >
                {t('sealedExport')}
              </Menu.Item>
            ) : null}
          </>
        }
        actions={
          <>
            <LogbookPdf />
            {phone ? null : (
              <ReasonButton
                variant="default"
                loading={save.isPending}
                onClick={() => save.mutate()}
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t('sealedExport')}
              </ReasonButton>
            )}
            {canChange(plant, 'plant.operate') ? (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
                {t('addEntry')}
              </Button>
            ) : null}
          </>
        }
      />
      <FormFailure error={save.error} />
      <AnswerBoundary>
        <LogbookBand />
      </AnswerBoundary>
      <AnswerBoundary>
        <Entries />
      </AnswerBoundary>
      {isAdding ? <AddEntryDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}

/** Start of the logbook, responsible person, and time zone. */
function BookFacts() {
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useCurrentPlant()
  const { number, day, zoneTitle } = useFormats(plant.timezone)
  const { responsible } = useAnswer('getLogbookState', { plantId })
  const { since, total } = useAnswer('getLogbookDetails', { plantId, pageSize: 1 })
  return (
    <>
      {since ? <span>{t('entriesSince', { total: number(total), day: day(since) })}</span> : null}
      <span>{responsible ? t('responsible', { name: responsible }) : t('noResponsible')}</span>
      <span>{zoneTitle()}</span>
    </>
  )
}
