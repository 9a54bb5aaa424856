import { Button, FileButton, Progress } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { ImportPreview } from '@vigilux/contract/features/lamp-labels/lamp-text.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { ColumnsStep } from './ColumnsStep.tsx'
import { ImportWritten } from './ImportWritten.tsx'
import type { SheetRows } from './import-rows.ts'
import * as styles from './lamp-labels.module.css'
import { PreviewStep } from './PreviewStep.tsx'
import { Revisions } from './Revisions.tsx'
import { readFile } from './sheet/read-in-worker.ts'
import { type ReadRows, type SheetFailure, sheetLimits } from './sheet/sheet.ts'
import { previewRows } from './text-calls.ts'
import { useSaveTexts } from './use-save-texts.ts'

const megabytes = sheetLimits.bytes / 1024 ** 2

type Step =
  | { at: 'choose'; failed?: SheetFailure }
  | { at: 'reading' }
  | { at: 'columns'; file: ReadRows; error?: unknown }
  | { at: 'checking'; done: number; all: number }
  | { at: 'preview'; file: ReadRows; sheet: SheetRows; preview: ImportPreview }

/** Imports descriptions and places from a file: choose, map columns, preview, write, and undo. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lamp-labels')
  const [attempt, setAttempt] = useState(0)
  const [hasUnsaved, setUnsaved] = useState(false)
  return (
    <FormDialog size="min(960px, 100%)" unsaved={hasUnsaved} onClose={onClose} title={t('title')}>
      {(cancel) => (
        <ImportSteps key={attempt} onUnsaved={setUnsaved} onAgain={() => setAttempt(attempt + 1)} onClose={cancel} />
      )}
    </FormDialog>
  )
}

type StepsProps = { onUnsaved: (hasUnsaved: boolean) => void; onAgain: () => void; onClose: () => void }

function ImportSteps({ onUnsaved, onAgain, onClose }: StepsProps) {
  const { t } = useTranslation('lamp-labels')
  const { plantId } = useCurrentPlant()
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const language = useLanguage()
  const textSaving = useSaveTexts('import')
  const goToStep = (next: Step) => {
    onUnsaved(next.at !== 'choose' && next.at !== 'reading')
    setStep(next)
  }
  const read = async (file: File | null) => {
    if (!file) return
    goToStep({ at: 'reading' })
    const sheet = await readFile(file, language)
    goToStep('failed' in sheet ? { at: 'choose', failed: sheet.failed } : { at: 'columns', file: sheet })
  }
  const check = async (file: ReadRows, sheet: SheetRows) => {
    const rowCount = sheet.rows.length
    goToStep({ at: 'checking', done: 0, all: rowCount })
    try {
      const preview = await previewRows(plantId, sheet.rows, (done) =>
        goToStep({ at: 'checking', done, all: rowCount }),
      )
      goToStep({ at: 'preview', file, sheet, preview })
    } catch (error) {
      goToStep({ at: 'columns', file, error })
    }
  }
  if (textSaving.revision ?? textSaving.keptTheirs)
    return <ImportDone saving={textSaving} onUnsaved={onUnsaved} onAgain={onAgain} onClose={onClose} />
  if (step.at === 'choose') return <ChooseStep failed={step.failed} onFile={read} />
  if (step.at === 'reading') return <p role="status">{t('reading')}</p>
  if (step.at === 'checking')
    return (
      <div className={layoutStyles.dialogForm}>
        <p role="status">{t('checking', { done: step.done, all: step.all })}</p>
        <Progress value={(100 * step.done) / Math.max(1, step.all)} aria-label={t('check')} />
      </div>
    )
  const { file } = step
  if (step.at === 'columns')
    return (
      <>
        <FormFailure error={step.error} />
        <ColumnsStep
          file={file}
          onBack={() => goToStep({ at: 'choose' })}
          onCheck={(sheet) => void check(file, sheet)}
        />
      </>
    )
  return (
    <PreviewStep
      preview={step.preview}
      sheet={step.sheet}
      saving={textSaving}
      onBack={() => goToStep({ at: 'columns', file })}
    />
  )
}

function ChooseStep({ failed, onFile }: { failed?: SheetFailure | undefined; onFile: (file: File | null) => unknown }) {
  const { t } = useTranslation('lamp-labels')
  const { number } = useFormats()
  const { rows, columns } = sheetLimits
  return (
    <div className={layoutStyles.dialogForm}>
      <p className="vx-quiet">{t('help', { rows: number(rows), mb: megabytes })}</p>
      {failed ? (
        <p className={layoutStyles.refusal} role="alert">
          {t(`failed.${failed}`, { rows: number(rows), columns, mb: megabytes })}
        </p>
      ) : null}
      <FileButton onChange={onFile} accept=".csv,.txt,.tsv,.xlsx,.xls">
        {(props) => (
          <Button
            {...props}
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            className={styles.importChoose}
          >
            {t('choose')}
          </Button>
        )}
      </FileButton>
      <Revisions />
    </div>
  )
}

type DoneProps = StepsProps & { saving: ReturnType<typeof useSaveTexts> }

function ImportDone({ saving: { revision }, onUnsaved, onAgain, onClose }: DoneProps) {
  const { t } = useTranslation('lamp-labels')
  // Closing loses nothing any more.
  useEffect(() => onUnsaved(false), [onUnsaved])
  return (
    <div className={layoutStyles.dialogForm}>
      <ImportWritten revision={revision} />
      <FormFoot end>
        <Button variant="default" onClick={onAgain}>
          {t('another')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </FormFoot>
    </div>
  )
}
