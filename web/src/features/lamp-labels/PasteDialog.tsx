import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { ImportWritten } from './ImportWritten.tsx'
import type { PasteResult } from './paste.ts'
import { TextsChanged, textsOf } from './TextsChanged.tsx'
import { TextsTable } from './TextsTable.tsx'
import { useSaveTexts } from './use-save-texts.ts'

/** Maximum number of named texts without a lamp. */
const maxNamed = 5

/** The texts of a pasted block by lamp, and the rows without one. */
export function PasteDialog({ pasted, onClose }: { pasted: PasteResult; onClose: () => void }) {
  const { t } = useTranslation('lamp-labels')
  // The rows as they were at the time of the paste.
  const [{ rows, left: unusedLines }] = useState(pasted)
  const textSaving = useSaveTexts('typed')
  const otherRows = rows.filter(
    ({ before, after }) => before.description !== after.description || before.location !== after.location,
  )
  const { revision, keptTheirs: hasKeptTheirs } = textSaving
  const isFinished = revision !== undefined || hasKeptTheirs === true
  const saveTexts = () =>
    textSaving.save(
      otherRows.map(({ lamp, after }) => ({ topic: lamp.cu, addr: lamp.id, ...after, version: lamp.version })),
    )
  return (
    <FormDialog size="lg" unsaved={false} onClose={onClose} title={t('paste.title', { count: rows.length })}>
      {(close) => (
        <div className={layoutStyles.dialogForm}>
          {unusedLines.length > 0 ? (
            <Alert color="yellow" role="status">
              {t('paste.left', { count: unusedLines.length, texts: unusedLines.slice(0, maxNamed).join('; ') })}
            </Alert>
          ) : null}
          {isFinished ? <ImportWritten revision={revision} /> : <TextsTable rows={tableOf(rows)} />}
          {textSaving.conflict ? (
            <TextsChanged
              conflict={textSaving.conflict}
              onTheirs={textSaving.takeTheirs}
              onMine={textSaving.keepMine}
            />
          ) : null}
          <FormFailure error={textSaving.error} />
          <FormFoot end>
            <Button variant="default" onClick={close}>
              {isFinished ? t('close') : t('cancel')}
            </Button>
            {isFinished ? null : (
              <ReasonButton
                blockedReason={otherRows.length === 0 ? t('rename.nothing') : undefined}
                loading={textSaving.busy}
                onClick={() => void saveTexts()}
              >
                {t('write', { count: otherRows.length })}
              </ReasonButton>
            )}
          </FormFoot>
        </div>
      )}
    </FormDialog>
  )
}

const tableOf = (rows: PasteResult['rows']) =>
  rows.map(({ lamp, before, after }) => ({ lamp, before: textsOf(before), after: textsOf(after) }))
